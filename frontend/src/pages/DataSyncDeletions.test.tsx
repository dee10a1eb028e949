/** Withheld deletions on the Data Sync page: the rows to delete, and both choices. */
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, stats, status, success } from '@/test/server';

const REMOVALS = apiUrl('/api/data-sync/withheld-deletions');
const STATUS = apiUrl('/api/data-sync/status');
const TABLE = apiUrl('/api/data-sync/table');

const waiting = (missing: number) => ({
  sourceTable: 'supplier_data',
  targetTable: 'suppliers',
  missingRows: missing,
  liveRows: 1_000,
  withheldAt: '2026-06-14T06:10:00Z',
  runId: '0190-run',
  firstWithheldAt: '2026-06-13T06:10:00Z',
  firstRunId: '0190-first',
  sampleRows: [{ key: 'sup-7', label: 'River Seed Co' }, { key: 'sup-8' }],
});
const stands = (withheld: number | undefined) => ({
  ...status,
  tables: [
    {
      sourceTable: 'supplier_data',
      targetTable: 'suppliers',
      overdue: false,
      notes: [],
      ...(withheld && { withheld }),
    },
  ],
});

let held: number | undefined;

// Preload lazy panels: loading them is not under test.
beforeAll(async () => {
  await import('@/features/data_sync/WithheldDeletionsPanel');
});

beforeEach(() => {
  held = 312;
  server.use(
    http.get(STATUS, () => success(stands(held))),
    http.get(REMOVALS, () => success({ tables: held === undefined ? [] : [waiting(held)] })),
  );
});

const panel = async () => within(await screen.findByRole('region', { name: 'Rows pending deletion' }));

describe('rows that are withheld', () => {
  it('are counted and shown by name', async () => {
    const { user } = await renderApp('/data-sync');
    const rows = await panel();
    expect(await rows.findByText('312 of 1,000 rows (31.2%) are no longer in the source.')).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Show the rows of supplier_data' }));
    expect(rows.getByRole('row', { name: 'sup-7 River Seed Co' })).toBeVisible();
    expect(rows.getByText('The first 2 of 312, by key.')).toBeVisible();
  });

  it('are not spoken of where there are none', async () => {
    held = undefined;
    await renderApp('/data-sync');
    await screen.findByRole('region', { name: 'Sync Statistics' });
    expect(screen.queryByRole('region', { name: 'Rows pending deletion' })).not.toBeInTheDocument();
  });

  it('are shown without answers to who may not sync', async () => {
    server.use(http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['sync.read'] })));
    await renderApp('/data-sync');
    const rows = await panel();
    expect(await rows.findByText(/You don’t have permission to delete these rows/)).toBeVisible();
    expect(rows.getAllByRole('button')).toHaveLength(1);
  });

  it('are refetched where they do not load', async () => {
    server.use(http.get(REMOVALS, () => failure(503, 'Not now.')));
    const { user } = await renderApp('/data-sync');
    const rows = await panel();
    expect(await rows.findByText('Not now.')).toBeVisible();
    server.use(http.get(REMOVALS, () => success({ tables: [waiting(312)] })));
    await user.click(rows.getByRole('button', { name: 'Retry' }));
    expect(await rows.findByText(/^312 of 1,000 rows/)).toBeVisible();
  });
});

describe('the answer "Delete rows"', () => {
  const response = (then: number | undefined, deleted: number) => {
    const bodies: unknown[] = [];
    server.use(
      http.post(TABLE, async ({ request }) => {
        bodies.push(await request.json());
        held = then;
        return success({ runId: '0190-next', state: 'succeeded', stats: { ...stats, deleted } });
      }),
    );
    return bodies;
  };
  const remove = async () => {
    const { user } = await renderApp('/data-sync');
    const rows = await panel();
    await user.click(await rows.findByRole('button', { name: 'Delete 312 rows of supplier_data' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete 312 rows?' }));
    expect(dialog.getByText(/312 rows of/)).toHaveTextContent('supplier_data');
    return { user, dialog };
  };

  it('sends the number that was shown, and says what was removed', async () => {
    const bodies = response(undefined, 312);
    const { user, dialog } = await remove();
    await user.click(dialog.getByRole('button', { name: 'Delete 312 rows' }));
    expect(await screen.findByText('312 rows of supplier_data were deleted.')).toBeVisible();
    expect(bodies).toEqual([
      { tableName: 'supplier_data', options: { confirmDeletions: true, maxDeletions: 312 } },
    ]);
    expect(screen.queryByRole('region', { name: 'Rows pending deletion' })).not.toBeInTheDocument();
  });

  it('retries where the source lacks more by now', async () => {
    response(900, 0);
    const { user, dialog } = await remove();
    await user.click(dialog.getByRole('button', { name: 'Delete 312 rows' }));
    expect(await screen.findByText(/you confirmed 312, but 900 rows are missing now/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete 900 rows of supplier_data' })).toBeEnabled();
  });

  it('can be revoked', async () => {
    const bodies = response(undefined, 312);
    const { user, dialog } = await remove();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bodies).toEqual([]);
  });
});

describe('the answer "Keep rows"', () => {
  it('stays in the URL, and can be revoked', async () => {
    const { user } = await renderApp('/data-sync');
    const rows = await panel();
    await user.click(await rows.findByRole('button', { name: 'Keep rows of supplier_data' }));
    expect(rows.getByText(/Rows kept\./)).toBeVisible();
    expect(rows.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
    await user.click(rows.getByRole('button', { name: 'Undo' }));
    expect(rows.getByRole('button', { name: /^Delete/ })).toBeVisible();
  });

  it('holds for the number that it was given for', async () => {
    await renderApp('/data-sync?kept=supplier_data.312');
    const rows = await panel();
    expect(await rows.findByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it('does not hold for another number', async () => {
    await renderApp('/data-sync?kept=supplier_data.311');
    const rows = await panel();
    expect(await rows.findByRole('button', { name: /^Delete/ })).toBeVisible();
  });
});
