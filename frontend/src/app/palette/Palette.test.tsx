/** The command palette and the shortcuts. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { http } from 'msw';
import { renderApp } from '@/test/renderApp';
import { apiUrl, meta, server, success } from '@/test/server';

const openPalette = async (token?: null) => {
  const { user } = await renderApp('/test', token === null ? { token } : {});
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  return { user, input: await screen.findByRole('combobox') };
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const group = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option');

describe('the palette', () => {
  it('finds pages, and opens the active one with Enter', async () => {
    const { user, input } = await openPalette();
    await user.type(input, 'sync');
    const [first, second] = screen.getAllByRole('option');
    expect(first).toHaveTextContent('Data Sync');
    expect(first).toHaveAttribute('aria-selected', 'true');
    expect(input).toHaveAttribute('aria-activedescendant', first?.id);
    await user.keyboard('{ArrowDown}');
    expect(input).toHaveAttribute('aria-activedescendant', second?.id);
    await user.keyboard('{ArrowUp}{Enter}');
    expect(await heading('Data Sync')).toBeVisible();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('finds records of every kind, and leads to their pages', async () => {
    server.use(
      http.get(apiUrl('/api/items/:id'), ({ params }) =>
        success({ itemId: String(params.id), item: 'Urea 46-0-0', stock: [] }, meta),
      ),
    );
    const { user, input } = await openPalette();
    await user.type(input, 'so-1');
    await waitFor(() => expect(group('Orders')[0]).toHaveTextContent('SO-1 · Jun 1, 2026'));
    await user.clear(input);
    await user.type(input, 'urea');
    await waitFor(() => expect(group('Items')[0]).toHaveTextContent('Urea 46-0-0 · fertilizer'));
    expect(screen.queryByRole('group', { name: 'Orders' })).not.toBeInTheDocument();
    await user.click(group('Items')[0] as HTMLElement);
    expect(await heading('Urea 46-0-0')).toBeVisible();
  });

  it('lets visitors find the names of the demo', async () => {
    const { user, input } = await openPalette(null);
    await user.type(input, 'urea');
    await waitFor(() => expect(group('Items')[0]).toHaveTextContent('Urea 46-0-0'));
    await user.click(group('Items')[0] as HTMLElement);
    expect(await screen.findByRole('searchbox', { name: 'Search items' })).toHaveValue('Urea 46-0-0');
  });

  it('asks Sprout AI what it does not find', async () => {
    const { user, input } = await openPalette();
    await user.type(input, 'why is potash so expensive');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(group('Sprout AI')[0]).toHaveTextContent('Ask Sprout AI: why is potash so expensive');
    await user.keyboard('{Enter}');
    expect(await heading('Sprout AI')).toBeVisible();
  });

  it('offers visitors only what they may open', async () => {
    const { user, input } = await openPalette(null);
    expect(screen.queryByRole('group', { name: 'Actions' })).not.toBeInTheDocument();
    await user.type(input, 'data sync');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(group('Sprout AI')[0]).toHaveTextContent('Ask Sprout AI: data sync');
  });
});

describe('shortcuts', () => {
  it('open pages, the help, and the search field, but not while typing', async () => {
    const { user } = await renderApp('/test');
    await heading('System check');
    await user.keyboard('?');
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(help.getByText('Go to Dashboard')).toBeVisible();
    await user.click(help.getByRole('button', { name: 'Close' }));
    await user.keyboard('gc');
    expect(await heading('Customer Purchase Patterns')).toBeVisible();
    await user.keyboard('gd');
    expect(await heading('Dashboard')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Search (Ctrl+K)' }));
    await user.type(await screen.findByRole('combobox'), 'gc?');
    expect(screen.getByRole('combobox')).toHaveValue('gc?');
    expect(await heading('Dashboard')).toBeVisible();
  });
});
