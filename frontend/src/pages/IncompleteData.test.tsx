/** Rejected rows: every page that uses their table says so, and a run's rejects are counted by reason. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, health, server, status, success } from '@/test/server';

const rejects = { rejected: 237_289, rows: 529_490, runId: '0190-run' };
const SUMMARY = apiUrl('/api/data-sync/runs/:id/rejects/summary');

/** The status of an organization whose table has too many rejected rows. */
function rejectRowsOf(sourceTable: string) {
  const table = { sourceTable, targetTable: sourceTable, overdue: false, notes: [], rejects };
  server.use(http.get(apiUrl('/api/data-sync/status'), () => success({ ...status, tables: [table] })));
}

beforeAll(async () => {
  await import('@/features/data_sync/RejectsPanel');
  await import('@/features/data_sync/RejectReasons');
});

describe('the warning about rejected rows', () => {
  it.each([
    ['/', 'sales_transactions', 'Transactions'],
    ['/purchase-patterns', 'customer_profiles', 'Customers'],
    ['/market-trends', 'market_prices', 'Market prices'],
    ['/methods', 'supplier_data', 'Suppliers'],
    ['/ai-bot', 'inventory_data', 'Inventory'],
  ])('is on %s for %s', async (address, table, label) => {
    rejectRowsOf(table);
    await renderApp(address);
    const link = await screen.findByRole('link', { name: 'Review rejected rows' });
    expect(link).toHaveAttribute('href', '/data-sync?rejects=0190-run');
    expect(link.parentElement).toHaveTextContent(
      `${label}: 237,289 of 529,490 rows were rejected in the last load. Review rejected rows`,
    );
  });

  it('is not on pages that do not use the table', async () => {
    rejectRowsOf('market_prices');
    await renderApp('/');
    expect(await screen.findByText(/^Synced /)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Review rejected rows' })).not.toBeInTheDocument();
  });
});

describe('the overall status', () => {
  const issue = { table: 'sales_transactions', message: 'Rows were rejected.', rejects };

  it('names the rejected rows, and syncs can still be started', async () => {
    server.use(http.get(apiUrl('/api/data-sync/health'), () => success({ ...health, issues: [issue] })));
    await renderApp('/data-sync');
    const card = await screen.findByRole('region', { name: 'Overall Status' });
    expect(card).toHaveTextContent('Issues Detected');
    expect(card).toHaveTextContent('Transactions: 237,289 of 529,490 rows were rejected');
    expect(within(card).getByRole('link', { name: 'Review rejected rows' })).toHaveAttribute(
      'href',
      '/data-sync?rejects=0190-run',
    );
    expect(screen.getByRole('button', { name: 'Start Full Sync' })).toBeEnabled();
  });
});

describe('the reasons for rejected rows', () => {
  it('are counted above the list', async () => {
    const reason = 'unit must be one of bag, gal, ton, lb, unit';
    server.use(
      http.get(apiUrl('/api/data-sync/runs/0190-run/rejects'), () => success({ items: [] })),
      http.get(SUMMARY, () =>
        success({
          items: [
            { table: 'sales_transactions', column: 'unit', reason, count: 237_200, example: 'cwt' },
            { table: 'sales_transactions', reason: 'the row has 5 cells', count: 80 },
          ],
          total: 237_289,
        }),
      ),
    );
    await renderApp('/data-sync?rejects=0190-run');
    const panel = await screen.findByRole('region', { name: 'Rejected rows by reason' });
    expect(panel).toHaveTextContent('The most frequent reasons. 237,289 rows were rejected in this run.');
    const rows = within(within(panel).getByRole('table')).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      `Transactionsunit${reason}cwt237,200`,
      'Transactionswhole rowthe row has 5 cells(empty)80',
    ]);
  });

  it('can be loaded again after a failure', async () => {
    server.use(
      http.get(apiUrl('/api/data-sync/runs/0190-run/rejects'), () => success({ items: [] })),
      http.get(SUMMARY, () => failure(503, 'Not now.')),
    );
    const { user } = await renderApp('/data-sync?rejects=0190-run');
    expect(await screen.findByText('Not now.')).toBeVisible();
    server.use(http.get(SUMMARY, () => success({ items: [], total: 0 })));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No rejected rows in this run.')).toBeVisible();
    expect(screen.queryByText('Not now.')).not.toBeInTheDocument();
  });
});
