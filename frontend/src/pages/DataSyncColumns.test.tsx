/** Changed columns on the Data Sync page: withheld tables, policies, and the preview. */
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, drift, failure, server, success } from '@/test/server';

const DRIFT = apiUrl('/api/data-sync/drift');
const ACCEPT = apiUrl('/api/data-sync/drift/accept');
const PREVIEW = apiUrl('/api/data-sync/drift/preview');

const LOST =
  'categories: no longer there, was there. categories would be empty in every row, even if it has a value now.';
const panel = async () => within(await screen.findByRole('region', { name: 'Column changes' }));
const accepted = {
  tables: drift.tables.map(({ sourceTable, policy, columns }) => ({ sourceTable, policy, columns })),
};

describe('a table that is held', () => {
  it('says what has changed and goes once it is accepted', async () => {
    let body: unknown;
    let response: typeof drift = drift;
    server.use(
      http.get(DRIFT, () => success(response)),
      http.post(ACCEPT, async ({ request }) => {
        body = await request.json();
        response = accepted;
        return success(accepted);
      }),
    );
    const { user } = await renderApp('/data-sync?tab=mapping');
    const columns = await panel();
    expect(await columns.findByRole('heading', { name: 'Suppliers: paused' })).toBeVisible();
    expect(columns.getByRole('listitem')).toHaveTextContent(LOST);
    await user.click(columns.getByRole('button', { name: 'Accept columns of Suppliers' }));
    await waitFor(() => expect(columns.queryByText(LOST)).not.toBeInTheDocument());
    expect(body).toEqual({ sourceTable: 'supplier_data', runId: '0190-drift' });
  });

  it('stays when the columns have changed again', async () => {
    server.use(http.post(ACCEPT, () => failure(409, 'The columns have changed again since.')));
    const { user } = await renderApp('/data-sync?tab=mapping');
    const columns = await panel();
    await user.click(await columns.findByRole('button', { name: /^Accept/ }));
    expect(await columns.findByText('The columns have changed again since.')).toBeVisible();
    expect(columns.getByText(LOST)).toBeVisible();
  });
});

describe('what happens next time', () => {
  it('is chosen table by table', async () => {
    let body: unknown;
    server.use(
      http.put(DRIFT, async ({ request }) => {
        body = await request.json();
        return success(drift);
      }),
    );
    const { user } = await renderApp('/data-sync?tab=mapping');
    const columns = await panel();
    const choice = await columns.findByRole('combobox', { name: 'Inventory' });
    expect(choice).toHaveDisplayValue('Stop this table');
    await user.selectOptions(choice, 'Continue without the column');
    await waitFor(() =>
      expect(body).toEqual({ tables: [{ sourceTable: 'inventory_data', policy: 'ignore' }] }),
    );
  });

  it('is only shown to who may not choose', async () => {
    server.use(http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['sync.read'] })));
    await renderApp('/data-sync?tab=mapping');
    const columns = await panel();
    expect(await columns.findByText('Stop this table')).toBeVisible();
    expect(columns.getByText(LOST)).toBeVisible();
    expect(columns.queryByRole('combobox')).not.toBeInTheDocument();
    expect(columns.queryByRole('button', { name: /^Accept/ })).not.toBeInTheDocument();
  });
});

describe('the look ahead', () => {
  it('says what the next sync would do with each table', async () => {
    const changes = drift.tables[1]?.pending?.changes;
    server.use(
      http.get(PREVIEW, () =>
        success({
          tables: [
            {
              sourceTable: 'inventory_data',
              outcome: 'unreadable',
              changes: [],
              problem: 'It lacks item_id.',
            },
            { sourceTable: 'supplier_data', outcome: 'needs_approval', changes },
          ],
        }),
      ),
    );
    server.use(http.get(DRIFT, () => success(accepted)));
    const { user } = await renderApp('/data-sync?tab=mapping');
    const columns = await panel();
    await user.click(await columns.findByRole('button', { name: 'Preview changes' }));
    expect(await columns.findByText(/Would pause until you accept/)).toHaveTextContent('Suppliers');
    expect(columns.getByText(/It lacks item_id\./)).toHaveTextContent('Inventory');
    expect(columns.getByRole('listitem')).toHaveTextContent(LOST);
  });

  it('says why the source cannot be looked at', async () => {
    server.use(http.get(PREVIEW, () => failure(503, 'The folder cannot be read.')));
    const { user } = await renderApp('/data-sync?tab=mapping');
    const columns = await panel();
    await user.click(await columns.findByRole('button', { name: 'Preview changes' }));
    expect(await columns.findByText('The folder cannot be read.')).toBeVisible();
  });
});

it('says so where nothing is remembered, and where the columns do not load', async () => {
  let broken = true;
  const empty = { tables: [{ sourceTable: 'supplier_data', policy: 'ask', columns: [] }] };
  server.use(http.get(DRIFT, () => (broken ? failure(500, 'Something broke.') : success(empty))));
  const { user } = await renderApp('/data-sync?tab=mapping');
  const columns = await panel();
  const retry = await columns.findByRole('button', { name: /try again|retry/i }, { timeout: 5_000 });
  broken = false;
  await user.click(retry);
  expect(await columns.findByText(/No columns recorded yet/)).toBeVisible();
});
