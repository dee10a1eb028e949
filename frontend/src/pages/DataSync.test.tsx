/** The Data Sync page: display, disabled buttons, refetching, and failed syncs. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '@/test/deferred';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, health, mapping, server, stats, status, success } from '@/test/server';

const STATUS = apiUrl('/api/data-sync/status');
const HEALTH_LABELS = apiUrl('/api/data-sync/health');
const SYNC = apiUrl('/api/data-sync/sync');
const TABLE = apiUrl('/api/data-sync/table');

const region = (name: string) => screen.findByRole('region', { name });
const startButton = () => screen.findByRole('button', { name: 'Start Full Sync' });
const outcome = { runId: '0190-run', state: 'succeeded', stats };

afterEach(() => vi.useRealTimers());

describe('what it shows', () => {
  it('has three status cards', async () => {
    await renderApp('/data-sync');
    expect(await region('Source connection')).toHaveTextContent('Connected');
    expect(await region('Target database')).toHaveTextContent('Connected');
    expect(await region('Overall Status')).toHaveTextContent('Healthy');
  });

  it('names what is down and why', async () => {
    server.use(
      http.get(HEALTH_LABELS, () =>
        success({ bigQuery: false, supabase: true, overall: false, sourceReason: 'No source is set.' }),
      ),
    );
    await renderApp('/data-sync');
    expect(await region('Source connection')).toHaveTextContent('DisconnectedNo source is set.');
    expect(await region('Overall Status')).toHaveTextContent('Issues Detected');
  });

  it('never hides seven errors behind 100.0%', async () => {
    await renderApp('/data-sync');
    const rate = await screen.findByRole('definition', { name: 'Success Rate' });
    expect(rate).toHaveTextContent('100.0% 7 errors');
    expect(getComputedStyle(rate).color).toContain('palette-warning-main');
    expect(screen.getByRole('progressbar', { name: 'Success Rate' })).toHaveAttribute(
      'aria-valuenow',
      '99.993',
    );
    expect(screen.getByRole('definition', { name: 'Total Records' })).toHaveTextContent('100,000');
    expect(screen.getByRole('definition', { name: 'Successful' })).toHaveTextContent('99,993');
  });

  it('is not amber without errors', async () => {
    server.use(
      http.get(STATUS, () =>
        success({
          ...status,
          stats: { ...stats, totalRecords: 0, successfulUpserts: 0, errors: 0 },
          recentErrors: [],
        }),
      ),
    );
    await renderApp('/data-sync');
    const rate = await screen.findByRole('definition', { name: 'Success Rate' });
    expect(rate.textContent).toBe('0.0%');
    expect(getComputedStyle(rate).color).not.toContain('warning');
    expect(screen.queryByRole('link', { name: /See all/ })).not.toBeInTheDocument();
  });

  it('lists the first five errors and leads to all of them', async () => {
    await renderApp('/data-sync');
    const errors = await region('Recent Errors');
    expect(within(errors).getAllByRole('listitem')).toHaveLength(5);
    expect(within(errors).getAllByRole('listitem')[0]).toHaveTextContent('sales_transactions');
    expect(within(errors).getByRole('link', { name: 'See all 7' })).toHaveAttribute(
      'href',
      '/data-sync?rejects=0190-run',
    );
  });

  it('lists every rejected row of a run, page by page', async () => {
    server.use(
      http.get(apiUrl('/api/data-sync/runs/0190-run/rejects'), ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? success({ items: [{ table: 'inventory_data', line: 9, reason: 'key is empty' }] })
          : success({
              items: [
                {
                  table: 'inventory_data',
                  line: 2,
                  key: 'A',
                  column: 'on_hand',
                  value: 'x',
                  reason: 'not a number',
                },
              ],
              nextCursor: 'more',
            }),
      ),
    );
    const { user } = await renderApp('/data-sync?rejects=0190-run');
    const table = await screen.findByRole('table', { name: 'Rejected rows' });
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(
      'inventory_dataline 2, Aon_handxnot a number',
    );
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(3));
  });

  it('counts the rows of a table, and says what is noted about it', async () => {
    const lastSyncedAt = '2026-06-16T15:00:00Z';
    const table = { sourceTable: 'supplier_data', targetTable: 'suppliers', overdue: false, lastSyncedAt };
    const text = 'The column memo is unknown and was ignored.';
    const notes = [{ code: 'columns_ignored', text, count: 1, columns: ['memo'] }];
    const tables = [{ ...table, rows: 1, message: text, notes }];
    server.use(http.get(STATUS, () => success({ ...status, tables })));
    await renderApp('/data-sync');
    const card = (await screen.findByText(text)).closest('li');
    expect(card).toHaveTextContent(/1 row, Jun 16, 2026/);
  });

  it('says which tables are overdue', async () => {
    const table = (sourceTable: string, overdue: boolean) => ({
      sourceTable,
      targetTable: sourceTable,
      lastSyncedAt: '2026-06-14T06:10:00Z',
      overdue,
    });
    const tables = [table('inventory_data', true), table('supplier_data', false)];
    server.use(http.get(STATUS, () => success({ ...status, tables })));
    await renderApp('/data-sync');
    const cards = within(await region('Table-Specific Sync')).getAllByRole('listitem');
    const late = cards.filter((card) => card.textContent.includes('Overdue: new rows were expected by now.'));
    expect(late.map((card) => within(card).getByRole('heading').textContent)).toEqual(['Inventory']);
  });

  it('says Never before the first sync', async () => {
    server.use(http.get(STATUS, () => success({ ...status, lastSyncTime: undefined })));
    await renderApp('/data-sync');
    expect(await region('Full Data Sync')).toHaveTextContent('Last sync: Never');
  });
});

describe('when its buttons work', () => {
  it('enables them on overall health', async () => {
    await renderApp('/data-sync');
    expect(await startButton()).toBeEnabled();
    for (const table of [
      'inventory_data',
      'sales_transactions',
      'market_prices',
      'customer_profiles',
      'supplier_data',
    ]) {
      expect(screen.getByRole('button', { name: `Sync ${table}` })).toBeEnabled();
    }
  });

  it.each([
    ['overall health is false', { ...health, overall: false }, status, account],
    ['a sync is running', health, { ...status, isRunning: true }, account],
    ['the role may not', health, status, { ...account, permissions: ['sync.read'] }],
  ])('disables them when %s', async (_, itsHealth, itsStatus, who) => {
    server.use(
      http.get(HEALTH_LABELS, () => success(itsHealth)),
      http.get(STATUS, () => success(itsStatus)),
      http.get(apiUrl('/api/account'), () => success(who)),
    );
    await renderApp('/data-sync');
    expect(await startButton()).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Sync inventory_data' })).toBeDisabled();
  });

  it('disables them when health cannot be read, and logs that only', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get(HEALTH_LABELS, () => failure(500, 'no health')));
    await renderApp('/data-sync');
    expect(await startButton()).toBeDisabled();
    expect(screen.queryByText('no health')).not.toBeInTheDocument();
    expect(log).toHaveBeenCalledWith('Failed to load the sync health', expect.anything());
  });
});

describe('a full sync', () => {
  it('reads everything, marks the page as syncing until the call ends, and refreshes', async () => {
    const gate = createDeferred();
    let body: unknown;
    server.use(
      http.post(SYNC, async ({ request }) => {
        body = await request.json();
        await gate.promise;
        return success(outcome);
      }),
    );
    const { user } = await renderApp('/data-sync');
    const start = await startButton();
    await waitFor(() => expect(start).toBeEnabled());
    await user.click(start);
    expect(await screen.findByText('Syncing...')).toBeVisible();
    expect(start).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Sync inventory_data' })).toBeDisabled();
    await waitFor(() => expect(body).toEqual({ options: { incrementalSync: false } }));
    server.use(
      http.get(STATUS, () =>
        success({ ...status, stats: { ...stats, totalRecords: 5, successfulUpserts: 5, errors: 0 } }),
      ),
    );
    gate.resolve();
    await waitFor(() => expect(start).toBeEnabled());
    expect(screen.queryByText('Syncing...')).not.toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getByRole('definition', { name: 'Total Records' })).toHaveTextContent('5'),
    );
  });

  it.each([
    ['the server’s message', () => failure(503, 'The folder is gone.'), 'The folder is gone.'],
    ['its own words otherwise', () => new Response('nonsense', { status: 500 }), 'Failed to start sync'],
    ['its own words when nothing answers', () => Response.error(), 'Failed to start sync'],
  ])('shows %s on failure', async (_, answer, text) => {
    server.use(http.post(SYNC, answer));
    const { user } = await renderApp('/data-sync');
    const start = await startButton();
    await waitFor(() => expect(start).toBeEnabled());
    await user.click(start);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await waitFor(() => expect(start).toBeEnabled());
  });
});

describe('a table sync', () => {
  it('sends the table, and shows a spinner on that table alone', async () => {
    const gate = createDeferred();
    let body: unknown;
    server.use(
      http.post(TABLE, async ({ request }) => {
        body = await request.json();
        await gate.promise;
        return success(outcome);
      }),
    );
    const { user } = await renderApp('/data-sync');
    const sync = await screen.findByRole('button', { name: 'Sync market_prices' });
    await waitFor(() => expect(sync).toBeEnabled());
    await user.click(sync);
    expect(await screen.findByRole('progressbar', { name: 'Syncing market_prices' })).toBeInTheDocument();
    expect(screen.queryByRole('progressbar', { name: 'Syncing inventory_data' })).not.toBeInTheDocument();
    await waitFor(() => expect(body).toEqual({ tableName: 'market_prices', options: {} }));
    gate.resolve();
    await waitFor(() => expect(sync).toBeEnabled());
  });

  it('names the table when it fails without words', async () => {
    server.use(http.post(TABLE, () => new Response(null, { status: 502 })));
    const { user } = await renderApp('/data-sync');
    const sync = await screen.findByRole('button', { name: 'Sync supplier_data' });
    await waitFor(() => expect(sync).toBeEnabled());
    await user.click(sync);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to sync supplier_data');
  });
});

describe('refreshing', () => {
  it('asks on load and every 30 seconds, but not while it syncs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const gate = createDeferred();
    let asked = 0;
    server.use(
      http.get(STATUS, () => {
        asked += 1;
        return success(status);
      }),
      http.post(SYNC, async () => {
        await gate.promise;
        return success(outcome);
      }),
    );
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    const { user } = await renderApp('/data-sync');
    const start = await startButton();
    await waitFor(() => expect(start).toBeEnabled());
    expect(asked).toBe(1);

    await pass(30_500);
    await waitFor(() => expect(asked).toBe(2));

    await user.click(start);
    await screen.findByText('Syncing...');
    await pass(90_000);
    expect(asked).toBe(2);

    gate.resolve();
    await waitFor(() => expect(asked).toBe(3));
    await pass(30_500);
    await waitFor(() => expect(asked).toBe(4));
  });

  it('asks at once on Refresh', async () => {
    let asked = 0;
    server.use(
      http.get(HEALTH_LABELS, () => {
        asked += 1;
        return success(health);
      }),
    );
    const { user } = await renderApp('/data-sync');
    const refresh = await screen.findByRole('button', { name: 'Refresh' });
    await waitFor(() => expect(refresh).toBeEnabled());
    await user.click(refresh);
    await waitFor(() => expect(asked).toBe(2));
  });
});

describe('the source', () => {
  it('is connected by its folder', async () => {
    let body: unknown;
    server.use(
      http.get(apiUrl('/api/data-sync/source'), () => success({ kind: 'none' })),
      http.put(apiUrl('/api/data-sync/source'), async ({ request }) => {
        body = await request.json();
        return success({ kind: 'files', path: '/srv/rows' });
      }),
    );
    const { user } = await renderApp('/data-sync?tab=sources');
    await user.type(await screen.findByLabelText('Folder'), '/srv/rows');
    await user.click(screen.getByRole('button', { name: 'Connect folder' }));
    expect(await screen.findByText(/Source connected/)).toBeVisible();
    expect(body).toEqual({ kind: 'files', path: '/srv/rows' });
  });

  it('keeps what was typed when the server refuses it', async () => {
    server.use(http.put(apiUrl('/api/data-sync/source'), () => failure(422, 'There is no folder /nowhere.')));
    const { user } = await renderApp('/data-sync?tab=sources');
    const folder = await screen.findByLabelText('Folder');
    await user.clear(folder);
    await user.type(folder, '/nowhere');
    await user.click(screen.getByRole('button', { name: 'Connect folder' }));
    expect(await screen.findByText('There is no folder /nowhere.')).toBeVisible();
    expect(folder).toHaveValue('/nowhere');
  });

  it('is connected as a database, whose password is asked for and never shown', async () => {
    let body: unknown;
    const saved = {
      kind: 'postgres',
      host: 'db.example',
      port: 6543,
      database: 'farm',
      user: 'reader',
      schema: 'erp',
      sslmode: 'require',
    };
    server.use(
      http.get(apiUrl('/api/data-sync/source'), () => success(saved)),
      http.put(apiUrl('/api/data-sync/source'), async ({ request }) => {
        body = await request.json();
        return success(saved);
      }),
    );
    const { user } = await renderApp('/data-sync?tab=sources');
    expect(await screen.findByText('farm on db.example, schema erp, as reader')).toBeVisible();
    const password = await screen.findByLabelText('Password');
    expect(password).toHaveValue('');
    expect(password).toHaveAttribute('type', 'password');
    await user.type(password, 'p@ss word');
    expect(screen.queryByLabelText('CA certificate')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Verified' }));
    await user.click(screen.getByLabelText('CA certificate'));
    await user.paste('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n');
    await user.click(screen.getByRole('button', { name: 'Connect database' }));
    expect(await screen.findByText(/Source connected/)).toBeVisible();
    expect(body).toEqual({
      kind: 'postgres',
      url: 'postgres://reader:p%40ss%20word@db.example:6543/farm?sslmode=verify-full',
      schema: 'erp',
      caCertificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    });
  });

  it('is connected as a dataset, whose key is taken from a file and never shown', async () => {
    let body: unknown;
    const saved = {
      kind: 'bigquery',
      projectId: 'prairie-1',
      dataset: 'erp',
      clientEmail: 'sync@prairie-1.example',
      maximumBytesBilled: 10_737_418_240,
    };
    server.use(
      http.get(apiUrl('/api/data-sync/source'), () => success(saved)),
      http.put(apiUrl('/api/data-sync/source'), async ({ request }) => {
        body = await request.json();
        return success(saved);
      }),
    );
    const { user } = await renderApp('/data-sync?tab=sources');
    expect(await screen.findByText('prairie-1.erp, as sync@prairie-1.example')).toBeVisible();
    const key = screen.getByLabelText('Service account key');
    expect(key).toHaveValue('');
    expect(key).toHaveAttribute('type', 'password');
    await user.upload(screen.getByLabelText('Key file'), new File(['{"type":\n"x"}'], 'key.json'));
    await waitFor(() => {
      expect(key).toHaveValue('{"type":"x"}');
    });
    const most = screen.getByLabelText('Billing limit per table (GiB)');
    expect(most).toHaveValue(10);
    expect(most).toHaveAccessibleDescription(/Leave blank for 10 GiB/);
    await user.clear(most);
    await user.type(most, '0.5');
    await user.click(screen.getByRole('button', { name: 'Connect dataset' }));
    expect(await screen.findByText(/Source connected/)).toBeVisible();
    expect(body).toEqual({
      kind: 'bigquery',
      projectId: 'prairie-1',
      dataset: 'erp',
      serviceAccountKey: '{"type":"x"}',
      maximumBytesBilled: 536_870_912,
    });
  });

  it('connects files at web addresses and says what would be read', async () => {
    let body: unknown;
    const found = 'suppliers.csv: Vendor No → supplier_id';
    server.use(
      http.post(apiUrl('/api/data-sync/source/test'), () =>
        success({
          ok: true,
          tables: [{ sourceTable: 'supplier_data', present: true, files: 1, found }],
          otherTables: [],
          proposals: [],
        }),
      ),
      http.put(apiUrl('/api/data-sync/source'), async ({ request }) => {
        body = await request.json();
        return success({
          kind: 'https_files',
          files: [],
          hasSecret: true,
          updatedAt: '2026-06-02T08:00:00Z',
        });
      }),
    );
    const { user } = await renderApp('/data-sync?tab=sources');
    await user.click(await screen.findByRole('button', { name: 'Web files' }));
    await user.type(await screen.findByRole('textbox', { name: 'Suppliers' }), 'https://files.example/s.csv');
    await user.type(screen.getByLabelText('Password or token'), 'hunter2');
    await user.click(screen.getByRole('button', { name: 'Connect files' }));
    expect(await screen.findByText(/Source connected/)).toBeVisible();
    expect(screen.getByText(found)).toBeVisible();
    expect(body).toEqual({
      kind: 'https_files',
      files: [{ sourceTable: 'supplier_data', url: 'https://files.example/s.csv' }],
      secret: 'hunter2',
    });
  });

  it('connects a bucket of object storage', async () => {
    let body: unknown;
    server.use(
      http.post(apiUrl('/api/data-sync/source/test'), () =>
        success({
          ok: true,
          tables: [{ sourceTable: 'supplier_data', present: true, files: 2 }],
          otherTables: [],
          proposals: [],
        }),
      ),
      http.put(apiUrl('/api/data-sync/source'), async ({ request }) => {
        body = await request.json();
        return success({
          kind: 's3',
          region: 'us-east-1',
          bucket: 'prairie',
          prefix: 'erp/',
          pathStyle: true,
          accessKeyId: 'AKIA1',
          updatedAt: '2026-06-02T08:00:00Z',
        });
      }),
    );
    const { user } = await renderApp('/data-sync?tab=sources');
    await user.click(await screen.findByRole('button', { name: 'S3' }));
    await user.type(await screen.findByRole('textbox', { name: 'Endpoint' }), 'https://minio.example');
    await user.type(screen.getByRole('textbox', { name: 'Bucket' }), 'prairie');
    await user.type(screen.getByRole('textbox', { name: 'Prefix' }), 'erp');
    await user.type(screen.getByRole('textbox', { name: 'Access key ID' }), 'AKIA1');
    await user.type(screen.getByLabelText('Secret access key'), 'hunter2');
    await user.click(screen.getByRole('button', { name: 'In the path' }));
    await user.click(screen.getByRole('button', { name: 'Connect bucket' }));
    expect(await screen.findByText(/Source connected/)).toBeVisible();
    expect(body).toEqual({
      kind: 's3',
      endpoint: 'https://minio.example',
      region: '',
      bucket: 'prairie',
      prefix: 'erp',
      accessKeyId: 'AKIA1',
      secretAccessKey: 'hunter2',
      pathStyle: true,
    });
  });

  it('tells what a test found, table by table', async () => {
    const table = (sourceTable: string, present: boolean, problem?: string) => ({
      sourceTable,
      present,
      files: 1,
      problem,
    });
    server.use(
      http.post(apiUrl('/api/data-sync/source/test'), () =>
        success({
          ok: true,
          tables: [
            table('inventory_data', true),
            table('market_prices', false),
            table('supplier_data', true, 'reader may not read it.'),
          ],
          otherTables: ['prices_2026', 'stock'],
          proposals: [],
        }),
      ),
    );
    const { user } = await renderApp('/data-sync?tab=sources');
    await user.click(await screen.findByRole('button', { name: 'Test connection' }));
    expect(await screen.findByText(/Found: inventory_data, supplier_data\./)).toHaveTextContent(
      'Missing (skipped when syncing): market_prices. The source also has: prices_2026, stock. ' +
        'Enter other namesreader may not read it.',
    );
  });

  it('suggests a mapping that a person completes and saves', async () => {
    let body: unknown;
    const proposal = {
      sourceTable: 'supplier_data',
      sourceName: 'vendors',
      confidence: 0.93,
      columns: [
        { targetColumn: 'supplier_id', sourceColumn: 'no', unknownWords: [], confidence: 1 },
        { targetColumn: 'active', sourceColumn: 'state', unknownWords: ['Z'], confidence: 0.8 },
      ],
      questions: [{ code: 'choose_column', name: 'categories', options: ['a', 'b'], text: '' }],
    };
    server.use(
      http.post(apiUrl('/api/data-sync/source/test'), () =>
        success({
          ok: true,
          tables: [{ sourceTable: 'supplier_data', present: false, files: 0 }],
          otherTables: ['vendors'],
          proposals: [proposal],
        }),
      ),
      http.put(apiUrl('/api/data-sync/mapping'), async ({ request }) => {
        body = await request.json();
        return success(mapping);
      }),
    );
    const { user } = await renderApp('/data-sync?tab=sources');
    await user.click(await screen.findByRole('button', { name: 'Test connection' }));
    expect(await screen.findByText(/vendors looks like supplier_data \(93% sure\)/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Review suggestion' }));
    const panel = within(await region('Mapping'));
    expect(await panel.findByText('Which column is categories: a / b?')).toBeVisible();
    expect(panel.getByText('Enter what these words mean for active: Z.')).toBeVisible();
    // Nothing is filled in before the person asks for it.
    expect(panel.getByLabelText('supplier_id')).toHaveValue('vendor_no');
    await user.click(panel.getByRole('button', { name: 'Fill in from vendors' }));
    expect(panel.getByLabelText('supplier_id')).toHaveValue('no');
    expect(panel.getByLabelText('Table in your source')).toHaveValue('vendors');
    await user.click(panel.getByRole('button', { name: 'Save mapping' }));
    expect(panel.getByText('Write one word per line as: word = value.')).toBeVisible();
    expect(body).toBeUndefined();
    const [, , words] = panel.getAllByLabelText('Words for values');
    expect(words).toHaveValue('Z = ');
    await user.type(words as HTMLElement, 'false');
    await user.click(panel.getByRole('button', { name: 'Save mapping' }));
    expect(await panel.findByText(/^Mapping saved\./)).toBeVisible();
    expect(body).toMatchObject({
      tables: [
        {
          sourceName: 'vendors',
          columns: [
            { targetColumn: 'supplier_id', sourceColumn: 'no' },
            {
              targetColumn: 'active',
              sourceColumn: 'state',
              valueWords: [{ word: 'Z', value: 'false' }],
            },
          ],
        },
      ],
    });
  });
});

describe('the mapping', () => {
  it('are shown where they differ, and set table by table', async () => {
    let body: unknown;
    server.use(
      http.put(apiUrl('/api/data-sync/mapping'), async ({ request }) => {
        body = await request.json();
        return success(mapping);
      }),
    );
    const { user } = await renderApp('/data-sync?tab=mapping');
    const panel = within(await region('Mapping'));
    expect(
      await panel.findByText(
        'In your source, supplier_data.supplier_id is vendor_no, supplier_data.active has words for values.',
      ),
    ).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Suppliers' }));
    const id = panel.getByLabelText('supplier_id');
    expect(id).toHaveValue('vendor_no');
    await user.clear(id);
    await user.clear(panel.getByLabelText('Table in your source'));
    await user.type(panel.getByLabelText('Table in your source'), 'vendors');
    const [, categories, active] = panel.getAllByLabelText('Words for values');
    expect(active).toHaveValue('Aktiv = true');
    await user.type(categories as HTMLElement, 'Dünger = fertilizer');
    await user.type(panel.getAllByLabelText('Same value in every row')[0] as HTMLElement, 's1');
    await user.click(panel.getByRole('button', { name: 'Save mapping' }));
    expect(await panel.findByText(/^Mapping saved\./)).toBeVisible();
    expect(body).toEqual({
      tables: [
        {
          sourceTable: 'supplier_data',
          sourceName: 'vendors',
          columns: [
            { targetColumn: 'supplier_id', sourceColumn: '', constant: 's1', valueWords: [] },
            {
              targetColumn: 'categories',
              sourceColumn: 'categories',
              valueWords: [{ word: 'Dünger', value: 'fertilizer' }],
            },
            {
              targetColumn: 'active',
              sourceColumn: 'active',
              valueWords: [{ word: 'Aktiv', value: 'true' }],
            },
          ],
        },
      ],
    });
  });

  it('compute a column from others, with the parts that the operation has', async () => {
    let body: unknown;
    const computed = structuredClone(mapping);
    Object.assign(computed.tables[0]?.columns[1] ?? {}, {
      expression: {
        operation: 'keep_when',
        columns: ['kind', 'type'],
        text: '',
        words: ['V', 'X'],
      },
    });
    server.use(
      http.get(apiUrl('/api/data-sync/mapping'), () => success(computed)),
      http.put(apiUrl('/api/data-sync/mapping'), async ({ request }) => {
        body = await request.json();
        return success(computed);
      }),
    );
    const { user } = await renderApp('/data-sync?columns=supplier_data');
    const panel = within(await region('Mapping'));
    expect(await panel.findByText(/supplier_data\.categories is computed from kind \+ type/)).toBeVisible();
    expect(panel.getByLabelText('Words of the second column')).toHaveValue('V\nX');
    const [id, categories] = await panel.findAllByLabelText('Compute from other columns');
    await user.selectOptions(id as HTMLElement, 'Columns joined');
    await user.selectOptions(categories as HTMLElement, 'First column that is not empty');
    expect(panel.queryByLabelText('Words of the second column')).not.toBeInTheDocument();
    const [inputs] = panel.getAllByLabelText('Columns of your source');
    await user.type(inputs as HTMLElement, 'region{Enter} number ');
    await user.type(panel.getByLabelText('Separator'), ' / ');
    await user.click(panel.getByRole('button', { name: 'Save mapping' }));
    expect(await panel.findByText(/^Mapping saved\./)).toBeVisible();
    expect(body).toMatchObject({
      tables: [
        {
          columns: [
            {
              targetColumn: 'supplier_id',
              expression: {
                operation: 'concatenate',
                columns: ['region', 'number'],
                text: ' / ',
                words: [],
              },
            },
            {
              targetColumn: 'categories',
              expression: {
                operation: 'first_filled',
                columns: ['kind', 'type'],
                text: '',
                words: [],
              },
            },
            { targetColumn: 'active' },
          ],
        },
      ],
    });
  });

  it('show a word without a value at its column', async () => {
    const { user } = await renderApp('/data-sync?columns=supplier_data');
    const panel = within(await region('Mapping'));
    const [words] = await panel.findAllByLabelText('Words for values');
    await user.type(words as HTMLElement, 'Aktiv');
    await user.click(panel.getByRole('button', { name: 'Save mapping' }));
    expect(panel.getByText('Write one word per line as: word = value.')).toBeVisible();
  });

  it('keep what was typed when the server refuses it', async () => {
    server.use(http.put(apiUrl('/api/data-sync/mapping'), () => failure(422, 'Two columns share one.')));
    const { user } = await renderApp('/data-sync?columns=supplier_data');
    const panel = within(await region('Mapping'));
    await user.click(await panel.findByRole('button', { name: 'Save mapping' }));
    expect(await panel.findByText('Two columns share one.')).toBeVisible();
    expect(panel.getByLabelText('supplier_id')).toHaveValue('vendor_no');
  });

  it('are shown, not changed, by who may not', async () => {
    server.use(http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['sync.read'] })));
    await renderApp('/data-sync?columns=supplier_data');
    const panel = within(await region('Mapping'));
    expect(await panel.findByText(/is vendor_no/)).toBeVisible();
    expect(panel.queryByRole('button')).not.toBeInTheDocument();
  });
});
