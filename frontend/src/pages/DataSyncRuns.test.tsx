/** Runs on the Data Sync page: history, canceling a run in progress, and retrying rejected rows. */
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, run, server, status, success } from '@/test/server';

const RUNS = apiUrl('/api/data-sync/runs');
const REJECTS = apiUrl('/api/data-sync/runs/0190-run/rejects');

// Preload lazy panels: loading them is not under test.
beforeAll(async () => {
  await import('@/features/data_sync/RunHistoryPanel');
  await import('@/features/data_sync/RunningPanel');
  await import('@/features/data_sync/RejectsPanel');
});

describe('the history', () => {
  it('says how each run ended, what it changed and how long it took', async () => {
    await renderApp('/data-sync?tab=runs');
    const history = await screen.findByRole('region', { name: 'Run History' });
    const row = await within(history).findByRole('row', { name: /Rows rejected/ });
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1)).toEqual(['Rows rejected', 'Full', '45 s', '0', '3', '99,990', '0', '7']);
    expect(within(row).getByRole('link', { name: '7' })).toHaveAttribute(
      'href',
      '/data-sync?rejects=0190-run',
    );
  });

  it('says of each table what was read and what is billed for it', async () => {
    const table = (name: string, bytesBilled?: number) => ({
      table: name,
      targetTable: name,
      state: 'succeeded',
      read: 2_500,
      inserted: 0,
      updated: 0,
      unchanged: 2_500,
      deleted: 0,
      rejected: 0,
      bytesBilled,
      ...(bytesBilled !== undefined && { bytesRead: 61_204 }),
      timings: { readMs: 1, mergeMs: 1 },
    });
    const tables = [table('supplier_data', 10_485_760), table('market_prices')];
    server.use(http.get(RUNS, () => success({ items: [{ ...run, tables }] })));
    const { user } = await renderApp('/data-sync?tab=runs');
    const history = await screen.findByRole('region', { name: 'Run History' });
    await user.click(await within(history).findByRole('button', { name: /^Tables of the run on/ }));
    const listed = within(within(history).getByRole('list', { name: 'Tables of the run' }));
    expect(listed.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'supplier_data: Succeeded, 2,500 read, 61.2 kB, 10 MiB billed',
      'market_prices: Succeeded, 2,500 read',
    ]);
  });

  it('says so where there is none, and offers to ask again where it does not load', async () => {
    server.use(http.get(RUNS, () => failure(503, 'Not now.')));
    const { user } = await renderApp('/data-sync?tab=runs');
    const history = await screen.findByRole('region', { name: 'Run History' });
    expect(await within(history).findByText('Not now.')).toBeVisible();
    server.use(http.get(RUNS, () => success({ items: [] })));
    await user.click(within(history).getByRole('button', { name: 'Retry' }));
    expect(await within(history).findByText('No syncs yet.')).toBeVisible();
  });
});

describe('a run that continues', () => {
  const running = {
    ...run,
    state: 'running',
    finishedAt: undefined,
    tables: [
      {
        table: 'sales_transactions',
        targetTable: 'purchase_transactions',
        state: 'running',
        read: 120_000,
        inserted: 0,
        updated: 0,
        unchanged: 0,
        deleted: 0,
        rejected: 0,
        bytesBilled: 20_971_520,
        timings: { readMs: 0, mergeMs: 0 },
        bytesRead: 12_345_678,
        bytesTotal: 80_000_000,
        progress: { startedAt: run.startedAt, rowsExpected: 400_000, rowsPerSecond: 52_000, secondsLeft: 6 },
      },
    ],
  };

  it('shows its progress and is canceled by with permission', async () => {
    let cancelled = false;
    server.use(
      http.get(apiUrl('/api/data-sync/status'), () => success({ ...status, isRunning: !cancelled })),
      http.get(RUNS, () => success({ items: [cancelled ? { ...run, state: 'cancelled' } : running] })),
      http.post(apiUrl('/api/data-sync/runs/0190-run/cancel'), () => {
        cancelled = true;
        return success({ ...run, state: 'cancelled' });
      }),
    );
    const { user } = await renderApp('/data-sync');
    const panel = await screen.findByRole('region', { name: 'Running now' });
    expect(panel).toHaveTextContent(
      '120,000 of about 400,000 rows, 12.3 of 80 MB, 52,000 per second, 6 s left, 20 MiB billed',
    );
    expect(
      within(panel).getByRole('progressbar', { name: 'Progress of sales_transactions' }),
    ).toHaveAttribute('aria-valuenow', '15');
    await user.click(within(panel).getByRole('button', { name: 'Cancel sync' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Running now' })).not.toBeInTheDocument(),
    );
  });

  it('offers no cancelling to those who may only look', async () => {
    server.use(
      http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['sync.read'] })),
      http.get(apiUrl('/api/data-sync/status'), () => success({ ...status, isRunning: true })),
      http.get(RUNS, () => success({ items: [running] })),
    );
    await renderApp('/data-sync');
    const panel = await screen.findByRole('region', { name: 'Running now' });
    expect(within(panel).queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('rejected rows', () => {
  it('are tried again, and the answer says how that went', async () => {
    const reject = { table: 'supplier_data', line: 3, file: 'supplier_data.csv', reason: 'not a number' };
    server.use(
      http.get(REJECTS, () => success({ items: [reject] })),
      http.post(`${REJECTS}/retry`, () =>
        success({
          runId: '0191-run',
          state: 'succeeded',
          stats: { ...run.stats, successfulUpserts: 1, errors: 0 },
        }),
      ),
    );
    const { user } = await renderApp('/data-sync?rejects=0190-run');
    await user.click(await screen.findByRole('button', { name: 'Retry rows' }));
    expect(await screen.findByText('Retried: 1 synced, 0 still rejected.')).toBeVisible();
  });
});
