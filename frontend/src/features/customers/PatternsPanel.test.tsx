/** The patterns table: columns, sorting, filter, length, URL and export. */
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, useLocation } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import * as download from '@/lib/download';
import { meta } from '@/test/server';
import { customers, manyPatterns } from './answer.fixture';
import { PatternsPanel } from './PatternsPanel';
import type { Customers } from './queries';

function Address() {
  return <p data-testid="address">{useLocation().search}</p>;
}

function open(address = '', changed: Partial<Customers> = {}, changedMeta: Partial<typeof meta> = {}) {
  window.history.replaceState(null, '', `/purchase-patterns${address}`);
  render(
    <ThemeProvider theme={createTheme()}>
      <BrowserRouter>
        <PatternsPanel customers={{ ...customers, ...changed }} meta={{ ...meta, ...changedMeta }} />
        <Address />
        <Link to="/purchase-patterns">Customers</Link>
      </BrowserRouter>
    </ThemeProvider>,
  );
  return userEvent.setup();
}

const many = (size: number): Partial<Customers> => ({
  customer_patterns: manyPatterns(size),
  customersWithOrders: size,
});
const address = () => screen.getByTestId('address').textContent;
const names = () =>
  screen
    .getAllByRole('button', { name: /^Details / })
    .map((button) => button.getAttribute('aria-label')?.replace('Details ', ''));
const heading = (name: string) => screen.getByRole('columnheader', { name });
const press = (user: ReturnType<typeof open>, name: string) =>
  user.click(within(heading(name)).getByRole('button'));

const [BIRCH, ALDER, CEDAR] = ['Birch Hill Farms', 'Alder Creek, LLC', '=Cedar & Sons'];

describe('the table', () => {
  it('has the five columns, figures with units, and reasons in place of days', () => {
    open();
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      'Customer',
      'Last Purchase',
      'Frequency',
      'Average Spend',
      'Predicted Next Purchase',
    ]);
    const [, birch, alder] = screen.getAllByRole('row');
    expect(birch).toHaveTextContent(`${BIRCH}DetailsMay 1, 202612.5 a year$1,234.50Jul 2, 2026`);
    expect(alder).toHaveTextContent('Unlikely to return');
  });

  it('shows window, note and chances on demand', async () => {
    const user = open();
    expect(screen.queryByText('Jun 20, 2026 to Aug 9, 2026')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: `Details ${BIRCH}` }));
    expect(screen.getByText('Jun 20, 2026 to Aug 9, 2026')).toBeVisible();
    expect(screen.getByText('61.25%')).toBeVisible();
    expect(screen.queryByText('Note')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: `Details ${CEDAR}` }));
    expect(screen.getByText('from Jun 20, 2026, open-ended')).toBeVisible();
    expect(
      screen.getByText('one order so far: the window of similar customers, low confidence'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Details ${ALDER}` }));
    expect(screen.queryByText('Next order, 80% window')).not.toBeInTheDocument();
  });
});

describe('sorting', () => {
  it.each([
    ['Customer', [CEDAR, ALDER, BIRCH], 'ascending', 'customer'],
    ['Last Purchase', [ALDER, BIRCH, CEDAR], 'descending', '-last_purchase'],
    ['Frequency', [ALDER, BIRCH, CEDAR], 'descending', '-frequency'],
    ['Average Spend', [CEDAR, BIRCH, ALDER], 'descending', '-average_spend'],
    ['Predicted Next Purchase', [CEDAR, BIRCH, ALDER], 'ascending', 'predicted_next'],
  ])('by %s', async (name, order, direction, held) => {
    const user = open();
    expect(names()).toEqual([BIRCH, ALDER, CEDAR]);
    await press(user, name);
    expect(names()).toEqual(order);
    expect(heading(name)).toHaveAttribute('aria-sort', direction);
    expect(address()).toBe(`?sort=${held}`);
  });

  it('turns round, then goes back to the largest first', async () => {
    const user = open();
    await press(user, 'Predicted Next Purchase');
    await press(user, 'Predicted Next Purchase');
    expect(address()).toBe('?sort=-predicted_next');
    // Customers without an expected order stay last.
    expect(names()).toEqual([BIRCH, CEDAR, ALDER]);
    await press(user, 'Predicted Next Purchase');
    expect(address()).toBe('');
    expect(names()).toEqual([BIRCH, ALDER, CEDAR]);
    expect(heading('Predicted Next Purchase')).not.toHaveAttribute('aria-sort');
  });

  it('comes from the address, and ignores what does not exist', () => {
    open('?sort=customer');
    expect(names()).toEqual([CEDAR, ALDER, BIRCH]);
    open('?sort=-nothing');
    expect(names().slice(3)).toEqual([BIRCH, ALDER, CEDAR]);
  });
});

describe('filtering', () => {
  it('is offered for more than 20 rows', () => {
    open('', many(20));
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    open('', many(21));
    expect(screen.getByRole('searchbox', { name: 'Search customers' })).toBeVisible();
  });

  it('finds names in any case and ids, keeps the rest of the address, and can be cleared', async () => {
    const user = open('?sort=frequency', many(30));
    await user.type(screen.getByRole('searchbox'), 'fARM 3');
    expect(names()).toEqual(['Farm 30', 'Farm 3']);
    expect(new URLSearchParams(address() ?? '').get('filter')).toBe('fARM 3');
    expect(new URLSearchParams(address() ?? '').get('sort')).toBe('frequency');
    expect(screen.getByRole('status')).toHaveTextContent('Showing 2 of 30 customers with orders.');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'f-7');
    expect(names()).toEqual(['Farm 7']);
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No matching customers.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(address()).toBe('?sort=frequency');
    expect(names()).toHaveLength(20);
  });

  it('comes from the address, and goes with it', async () => {
    const user = open('?filter=cedar');
    expect(names()).toEqual([CEDAR]);
    expect(screen.getByRole('searchbox')).toHaveValue('cedar');
    await user.click(screen.getByRole('link', { name: 'Customers' }));
    expect(names()).toHaveLength(3);
  });
});

describe('length', () => {
  it('is 20 rows until all are asked for', async () => {
    const user = open('', { ...many(200), customersWithOrders: 355 });
    expect(names()).toHaveLength(20);
    expect(screen.getByRole('status')).toHaveTextContent(
      'Showing 20 of the 200 largest of 355 customers with orders.',
    );
    await user.click(screen.getByRole('button', { name: 'Show all 200' }));
    expect(names()).toHaveLength(200);
    await user.click(screen.getByRole('button', { name: 'Show the first 20' }));
    expect(names()).toHaveLength(20);
  });

  it('needs no button for few rows', () => {
    open();
    expect(screen.queryByRole('button', { name: /^Show / })).not.toBeInTheDocument();
  });
});

describe('the file', () => {
  it('holds the rows of the table in its order below the headings, and runs no formula', async () => {
    const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    const user = open('?filter=c&sort=-average_spend', {}, { sample: true });
    expect(names()).toEqual([CEDAR, BIRCH, ALDER]);
    await user.click(screen.getByRole('button', { name: 'Export 3 rows as CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [name, type, text] = save.mock.calls[0] ?? [];
    expect(name).toBe('customer-patterns_sample_2026-06-14_c.csv');
    expect(type).toBe('text/csv');
    expect((text ?? '').split('\r\n')).toEqual([
      'Customer,Last Purchase,Frequency,Average Spend,Predicted Next Purchase',
      `'=Cedar & Sons,2026-04-09,1,2000,2026-06-30`,
      'Birch Hill Farms,2026-05-01,12.5,1234.5,2026-07-02',
      '"Alder Creek, LLC",2026-06-03,30,900,Unlikely to return',
      '',
    ]);
  });

  it('is not offered without rows', () => {
    open('?filter=nobody');
    expect(screen.getByRole('button', { name: 'Export 0 rows as CSV' })).toBeDisabled();
  });
});

describe('on a phone', () => {
  it('shows cards, the next order right below the name, and a list to sort by', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }));
    const user = open('', many(25));
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    const cards = within(screen.getByRole('list', { name: 'Customer purchasing patterns' }));
    expect(cards.getAllByRole('listitem')).toHaveLength(10);
    expect(cards.getAllByRole('listitem')[0]).toHaveTextContent(/^Farm 1Predicted Next PurchaseJul 2, 2026/);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Frequency, least first');
    expect(names()[0]).toBe('Farm 25');
    expect(address()).toBe('?sort=frequency');
  });
});
