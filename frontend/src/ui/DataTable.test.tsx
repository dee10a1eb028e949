/** The table: selection, totals, server pages, columns, keys, and its parts on phones. */
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentProps } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as download from '@/lib/download';
import { DEFAULT_PREFERENCES, getPreferences, setPreferences } from '@/lib/preferences';
import { createDeferred } from '@/test/deferred';
import { DataTable, type Column } from './DataTable';
import type { FetchPage } from './table/tableTypes';

interface Stock {
  item: string;
  bags?: number;
}

const columns: Column<Stock>[] = [
  { id: 'item', heading: 'Item', value: (row) => row.item, render: (row) => row.item },
  {
    id: 'bags',
    heading: 'Bags',
    numeric: true,
    value: (row) => row.bags,
    render: (row) => row.bags ?? '–',
    total: (rows) => String(rows.reduce((sum, row) => sum + (row.bags ?? 0), 0)),
  },
  { id: 'shelf', heading: 'Shelf', value: () => 'A', render: () => 'A' },
];
const stock: Stock[] = [
  { item: 'Urea', bags: 5 },
  { item: 'Corn' },
  { item: 'Potash', bags: 40 },
  { item: 'Oats', bags: 7 },
  { item: 'Rye', bags: 1 },
  { item: 'Flax', bags: 2 },
  { item: 'Hay' },
  { item: 'Lime' },
  { item: 'Sulfur' },
];

const WITHOUT_BAGS = ['Corn', 'Hay', 'Lime', 'Sulfur'];

function Stocks(props: Partial<ComponentProps<typeof DataTable<Stock>>>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      id="stock"
      label="Stock"
      columns={columns}
      rows={stock}
      rowKey={(row) => row.item}
      fileName="stock"
      selection={{
        selected,
        onChange: setSelected,
        rowName: (row) => row.item,
        actions: (rows) => <p>Chosen: {rows.map((row) => row.item).join(' ')}</p>,
      }}
      {...props}
    />
  );
}

function open(props: ComponentProps<typeof Stocks> = {}) {
  window.history.replaceState(null, '', '/');
  render(
    <ThemeProvider theme={createTheme()}>
      <BrowserRouter>
        <Stocks {...props} />
      </BrowserRouter>
    </ThemeProvider>,
  );
  return userEvent.setup();
}

const items = () =>
  within(screen.getByRole('table'))
    .getAllByRole('checkbox')
    .slice(1)
    .map((box) => box.getAttribute('aria-label')?.replace('Select ', ''));

describe('rows', () => {
  it('sort in both directions, those without a value last', async () => {
    const user = open();
    await user.click(screen.getByRole('button', { name: 'Bags' }));
    expect(items()).toEqual(['Rye', 'Flax', 'Urea', 'Oats', 'Potash', ...WITHOUT_BAGS]);
    await user.click(screen.getByRole('button', { name: 'Bags' }));
    expect(items()).toEqual(['Potash', 'Oats', 'Urea', 'Flax', 'Rye', ...WITHOUT_BAGS]);
  });

  it('are selected one by one, all at once, and by range', async () => {
    const user = open();
    await user.click(screen.getByRole('checkbox', { name: 'Select Urea' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Potash' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByRole('status')).toHaveTextContent('3 rows selected');
    expect(screen.getByText('Chosen: Urea Corn Potash')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all rows' })).toBePartiallyChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    expect(screen.getByText(/9 rows selected/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/rows selected/)).not.toBeInTheDocument();
  });

  it('render again on their own: the one selected, or all when preferences change', async () => {
    const rendered: string[] = [];
    const watched = columns.map((column, place) =>
      place > 0
        ? column
        : {
            ...column,
            render: (row: Stock) => {
              rendered.push(row.item);
              return row.item;
            },
          },
    );
    const user = open({ columns: watched });
    expect(rendered).toHaveLength(stock.length);
    rendered.length = 0;
    await user.click(screen.getByRole('checkbox', { name: 'Select Potash' }));
    expect(screen.getByRole('checkbox', { name: 'Select Potash' })).toBeChecked();
    expect(rendered).toEqual(['Potash']);
    rendered.length = 0;
    act(() => setPreferences({ ...getPreferences(), currencyStyle: 'code' }));
    expect(rendered).toHaveLength(stock.length);
    act(() => setPreferences(DEFAULT_PREFERENCES));
  });

  it('add up', () => {
    open();
    expect(screen.getAllByRole('row').at(-1)).toHaveTextContent('Total55');
  });

  it('are reached with the arrow keys', async () => {
    const user = open();
    screen.getByRole('checkbox', { name: 'Select Urea' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('checkbox', { name: 'Select Potash' })).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('checkbox', { name: 'Select Corn' })).toHaveFocus();
  });
});

const bins = (count: number): Stock[] =>
  Array.from({ length: count }, (_, index) => ({ item: `Bin ${String(index + 1)}` }));

describe('a long list', () => {
  it('has only the rows near the visible part in the document, and 200 of them on paper', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
    open({ rows: bins(201) });
    await waitFor(() => expect(items()).toContain('Bin 1'));
    expect(items().length).toBeLessThan(30);
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '202');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(items()).toHaveLength(200);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    await waitFor(() => expect(items().length).toBeLessThan(30));
  });

  it('is in the document with all its rows up to 200, and up to 40 with controls', () => {
    open({ rows: bins(200) });
    expect(items()).toHaveLength(200);
    expect(screen.getByRole('table')).not.toHaveAttribute('aria-rowcount');
    cleanup();
    open({ rows: bins(40), hasControls: true });
    expect(screen.getByRole('table')).not.toHaveAttribute('aria-rowcount');
    cleanup();
    open({ rows: bins(41), hasControls: true });
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '42');
  });
});

describe('a list that the server pages', () => {
  it('loads more, and sorts nothing before all of it is here', async () => {
    const onLoad = vi.fn();
    const user = open({ more: { label: 'Show older', onLoad, loading: false } });
    expect(screen.queryByRole('button', { name: 'Bags' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(onLoad).toHaveBeenCalledOnce();
  });
});

describe('the file of a list that the server pages', () => {
  const pagedList = (fetchPage: FetchPage<Stock>, total = 3) => ({
    fileName: 'stock',
    more: { label: 'Show more', onLoad: () => undefined, loading: false },
    server: { sortable: ['bags'], total, loading: false },
    fetchPage,
  });
  const urea = { item: 'Urea', bags: 5 };
  const potash = { item: 'Potash', bags: 40 };

  it('has the rows of all pages', async () => {
    const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    const fetchPage = vi
      .fn<FetchPage<Stock>>()
      .mockResolvedValueOnce({ items: [potash, urea], nextCursor: 'second' })
      .mockResolvedValueOnce({ items: [{ ...urea, item: 'Lime' }] });
    const user = open(pagedList(fetchPage));
    await user.click(screen.getByRole('button', { name: 'Export all 3 rows as CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.calls[0]?.[2]).toBe('Item,Bags,Shelf\r\nPotash,40,A\r\nUrea,5,A\r\nLime,5,A\r\n');
    expect(fetchPage.mock.calls.map(([cursor]) => cursor)).toEqual([undefined, 'second']);
    expect(await screen.findByRole('button', { name: 'Export all 3 rows as CSV' })).toBeVisible();
  });

  it('shows progress and can be canceled', async () => {
    const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    const second = createDeferred();
    const fetchPage = vi
      .fn<FetchPage<Stock>>()
      .mockResolvedValueOnce({ items: [potash, urea], nextCursor: 'second' })
      .mockImplementationOnce(async () => {
        await second.promise;
        return { items: [urea] };
      });
    const user = open(pagedList(fetchPage));
    const button = screen.getByRole('button', { name: 'Export all 3 rows as CSV' });
    await user.click(button);
    expect(await screen.findByText('2 of 3 rows loaded')).toBeVisible();
    // The same button, so that the keyboard stays where it is.
    expect(button).toHaveAccessibleName('Cancel export');
    expect(button).toHaveFocus();
    await user.click(button);
    expect(fetchPage.mock.lastCall?.[1].aborted).toBe(true);
    second.resolve();
    expect(await screen.findByRole('button', { name: 'Export all 3 rows as CSV' })).toHaveFocus();
    expect(screen.queryByText(/rows loaded/)).not.toBeInTheDocument();
    expect(save).not.toHaveBeenCalled();
  });

  it('has the rows of all pages, however many, where the server names no number', async () => {
    const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    const pages = 4;
    let fetched = 0;
    const fetchPage = vi.fn<FetchPage<Stock>>(async () => {
      fetched += 1;
      const items = Array.from({ length: 3_000 }, () => urea);
      return { items, ...(fetched < pages && { nextCursor: String(fetched) }) };
    });
    const user = open({ ...pagedList(fetchPage), server: undefined });
    await user.click(screen.getByRole('button', { name: 'Export all rows as CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.calls[0]?.[2].split('\r\n')).toHaveLength(12_002);
  });

  it('says that rows could not be loaded, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    const fetchPage = vi
      .fn<FetchPage<Stock>>()
      .mockRejectedValueOnce(new Error('Gone'))
      .mockResolvedValueOnce({ items: [urea] });
    const user = open(pagedList(fetchPage));
    await user.click(screen.getByRole('button', { name: 'Export all 3 rows as CSV' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Couldn’t load all rows for the file. Try again.',
    );
    await user.click(screen.getByRole('button', { name: 'Export all 3 rows as CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('names its bound, and stops there', async () => {
    const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    const fetchPage = vi.fn<FetchPage<Stock>>(async () => ({
      items: Array.from({ length: 3_000 }, () => urea),
      nextCursor: 'next',
    }));
    const user = open(pagedList(fetchPage, 25_000));
    await user.click(screen.getByRole('button', { name: 'Export the first 10,000 of 25,000 rows as CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(fetchPage).toHaveBeenCalledTimes(4);
    expect(save.mock.calls[0]?.[2].split('\r\n')).toHaveLength(10_002);
  });
});

describe('options', () => {
  it('filter, hide and move columns, and keep the first one', async () => {
    const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    const user = open();
    const headings = () => screen.getAllByRole('columnheader').map((each) => each.textContent);
    await user.click(screen.getByRole('button', { name: 'Table options: Stock' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByRole('checkbox', { name: 'Item' })).toBeDisabled();
    await user.click(sheet.getByRole('button', { name: 'Move Shelf left' }));
    expect(headings()).toEqual(['Item', 'Shelf', 'Bags']);
    await user.click(sheet.getByRole('checkbox', { name: 'Shelf' }));
    expect(headings()).toEqual(['Item', 'Bags']);
    await user.type(sheet.getByRole('spinbutton', { name: 'Bags from' }), '5');
    expect(items()).toEqual(['Urea', 'Potash', 'Oats']);
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Export 3 rows as CSV' }));
    await waitFor(() =>
      expect(save).toHaveBeenCalledWith(
        'stock_bags-5.csv',
        'text/csv',
        'Item,Bags\r\nUrea,5\r\nPotash,40\r\nOats,7\r\n',
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Remove filter: Bags from 5' }));
    expect(items()).toHaveLength(9);
    await user.click(screen.getByRole('button', { name: 'Table options: Stock' }));
    await user.click(screen.getByRole('button', { name: 'Reset columns' }));
    expect(headings()).toEqual(['Item', 'Bags', 'Shelf']);
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media.includes('max-width'),
      media,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });
  const cards = () => within(screen.getByRole('list', { name: 'Stock' })).getAllByRole('listitem');
  const layOutCards = () => vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(180);

  it('a long list has only the cards near the visible part, and scrolls with the page', async () => {
    layOutCards();
    open({ rows: bins(60) });
    await waitFor(() => expect(cards()[0]).toHaveTextContent('Bin 1'));
    expect(cards().length).toBeLessThan(30);
    vi.stubGlobal('scrollY', 60 * 180);
    act(() => void window.dispatchEvent(new Event('scroll')));
    await waitFor(() => expect(cards().at(-1)).toHaveTextContent('Bin 60'));
    expect(cards()[0]).not.toHaveTextContent('Bin 1Bags');
  });

  it('keeps the card that has the focus when it scrolls out of sight', async () => {
    layOutCards();
    open({ rows: bins(60) });
    const first = await screen.findByRole('checkbox', { name: 'Select Bin 1' });
    first.focus();
    vi.stubGlobal('scrollY', 60 * 180);
    act(() => void window.dispatchEvent(new Event('scroll')));
    await waitFor(() => expect(cards().at(-1)).toHaveTextContent('Bin 60'));
    expect(first).toBeInTheDocument();
    expect(first).toHaveFocus();
  });

  it('rows are cards, with their order as a list and totals below', async () => {
    const user = open();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(cards()[2]).toHaveTextContent('PotashBags40ShelfA');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Bags, most first');
    expect(cards()[0]).toHaveTextContent('Potash');
    expect(screen.getByText('Bags, Total: 55')).toBeVisible();
  });
});
