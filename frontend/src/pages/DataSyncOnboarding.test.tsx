/**
 * The Data Sync page of a user without data: folders, templates, a test before saving, and the first sync.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordDownloads } from '@/test/recordDownloads';
import { renderApp } from '@/test/renderApp';
import { apiUrl, server, stats, status, success } from '@/test/server';

const region = (name: string) => screen.findByRole('region', { name });
const noTable = {
  ok: true,
  tables: [{ sourceTable: 'inventory_data', present: false, files: 0 }],
  otherTables: ['Lager'],
  proposals: [],
};

// Preload lazy parts, so that loading time does not affect these tests.
beforeAll(async () => {
  await import('@/features/data_sync/FolderChoices');
  await import('@/features/data_sync/SyncResult');
}, 60_000);

function beginning() {
  server.use(
    http.get(apiUrl('/api/data-sync/source'), () => success({ kind: 'none' })),
    http.get(apiUrl('/api/data-sync/status'), () => success({ ...status, lastSyncTime: undefined })),
  );
}

/** Whether one element is above the other. */
const above = (one: Element, other: Element) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

describe('before the first sync', () => {
  it('has the source first, and below the rest afterwards', async () => {
    beginning();
    await renderApp('/data-sync');
    const source = await region('Warehouse source');
    expect(above(source, await region('Full Data Sync'))).toBe(true);
    expect(await within(source).findByText(/^Current source:/)).toHaveTextContent('Current source: none');
  });

  it('has the source in a tab of its own where rows are here', async () => {
    const { user } = await renderApp('/data-sync');
    await region('Full Data Sync');
    expect(screen.queryByRole('region', { name: 'Warehouse source' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Sources' }));
    expect(await region('Warehouse source')).toBeVisible();
  });

  it('opens the source from a link to it', async () => {
    await renderApp('/data-sync#source');
    expect(await region('Warehouse source')).toBeVisible();
  });

  it('fills in a folder that the server has, tests it, keeps it, and syncs it at once', async () => {
    beginning();
    const calls: string[] = [];
    server.use(
      http.post(apiUrl('/api/data-sync/source/test'), () => {
        calls.push('test');
        return success({
          ok: true,
          tables: [{ sourceTable: 'inventory_data', present: true, files: 1 }],
          otherTables: [],
          proposals: [],
        });
      }),
      http.put(apiUrl('/api/data-sync/source'), async ({ request }) => {
        calls.push(`keep ${JSON.stringify(await request.json())}`);
        return success({ kind: 'files', path: 'depot' });
      }),
      http.post(apiUrl('/api/data-sync/sync'), () => {
        calls.push('sync');
        return success({ runId: '0190-run', state: 'succeeded', stats: { ...stats, errors: 0 } });
      }),
    );
    const { user } = await renderApp('/data-sync');
    await user.click(await screen.findByRole('button', { name: 'Use depot' }));
    expect(screen.getByLabelText('Folder')).toHaveValue('depot');
    await user.click(screen.getByRole('button', { name: 'Connect folder' }));
    await user.click(await screen.findByRole('button', { name: 'Sync now' }));
    expect(await screen.findByText('Sync finished: 99,993 rows synced.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View recommendations' })).toHaveAttribute('href', '/');
    expect(calls).toEqual(['test', 'keep {"kind":"files","path":"depot"}', 'sync']);
  });

  it.each([
    [
      'cannot be read',
      { ok: false, reason: 'There is no folder x.', tables: [], otherTables: [], proposals: [] },
      'There is no folder x.',
    ],
    [
      'has none of the tables',
      noTable,
      /the source has none of these tables: inventory_data.*The source also has: Lager\./,
    ],
  ])('keeps nothing that %s', async (_, found, words) => {
    beginning();
    let kept = 0;
    server.use(
      http.post(apiUrl('/api/data-sync/source/test'), () => success(found)),
      http.put(apiUrl('/api/data-sync/source'), () => {
        kept += 1;
        return success({ kind: 'files', path: 'x' });
      }),
    );
    const { user } = await renderApp('/data-sync');
    await user.type(await screen.findByLabelText('Folder'), 'x');
    await user.click(screen.getByRole('button', { name: 'Connect folder' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(kept).toBe(0);
    expect(screen.queryByText(/Source connected/)).not.toBeInTheDocument();
  });

  it('is connected with tables that must be mapped first, so that nothing is typed twice', async () => {
    beginning();
    const proposal = {
      sourceTable: 'inventory_data',
      sourceName: 'Item Stock',
      confidence: 0.9,
      columns: [],
      questions: [],
    };
    let saved: unknown;
    server.use(
      http.post(apiUrl('/api/data-sync/source/test'), () => success({ ...noTable, proposals: [proposal] })),
      http.put(apiUrl('/api/data-sync/source'), async ({ request }) => {
        saved = await request.json();
        return success({ kind: 'files', path: 'x' });
      }),
    );
    const { user } = await renderApp('/data-sync');
    await user.type(await screen.findByLabelText('Folder'), 'x');
    await user.click(screen.getByRole('button', { name: 'Connect folder' }));
    expect(
      await screen.findByText('Source connected. Map its tables, then start a full sync.'),
    ).toBeVisible();
    expect(saved).toEqual({ kind: 'files', path: 'x' });
    expect(screen.queryByRole('button', { name: 'Sync now' })).not.toBeInTheDocument();
  });

  it('says where folders must lie when there are none, and has files to begin with', async () => {
    beginning();
    const saved = recordDownloads();
    server.use(
      http.get(apiUrl('/api/data-sync/folders'), () =>
        success({ root: '/srv/rows', folders: [], issue: 'no_tables' }),
      ),
      http.get(apiUrl('/api/data-sync/templates'), () =>
        success({
          tables: [
            {
              sourceTable: 'supplier_data',
              fileName: 'supplier_data.csv',
              csv: 'supplier_id\nSUP-1\n',
              requiredColumns: ['supplier_id'],
              optionalColumns: ['categories'],
            },
          ],
        }),
      ),
    );
    const { user } = await renderApp('/data-sync');
    expect(await screen.findByText(/Put a folder with your files in \/srv\/rows/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Template files' }));
    const sheet = await screen.findByRole('dialog', { name: 'Template files' });
    expect(await within(sheet).findByText('Required: supplier_id. Optional: categories.')).toBeVisible();
    await user.click(within(sheet).getByRole('button', { name: 'Download supplier_data.csv' }));
    await waitFor(() => expect(saved).toEqual(['supplier_data.csv']));
  });
});
