/** The Data Sync page when the server rejects a request, fails, or can't be reached. */
import type { Request } from '@playwright/test';
import { createDeferred } from './deferred';
import { signInAsOwner } from './accounts';
import { syncPage, TABLES } from './sync_page';
import { expect, test } from './test';
import { goodTables, writeWarehouse } from './warehouse';

const FULL = '**/api/data-sync/sync';
const TABLE = '**/api/data-sync/table';
const STATUS = '**/api/data-sync/status';
const HEALTH_LABELS = '**/api/data-sync/health';
const SOURCE = '**/api/data-sync/source';
const FOLDERS = '**/api/data-sync/folders';

const refusal = (status: number, message: string) => ({
  status,
  json: { success: false, message, code: 'refused', requestId: 'req-e2e-2' },
});

test.beforeEach(async ({ page, browserConsole }) => {
  browserConsole.allow(/^Failed to load resource/);
  // A separate organization, so that no other sync interferes.
  const token = await signInAsOwner(page);
  const answer = await page.request.put('/api/data-sync/source', {
    headers: { Authorization: `Bearer ${token}` },
    data: { kind: 'files', path: writeWarehouse(goodTables) },
  });
  expect(answer.status(), await answer.text()).toBe(200);
});

test('a full sync that fails shows the server message', async ({ page }) => {
  await page.route(FULL, (route) =>
    route.fulfill(refusal(503, 'The warehouse does not answer: sales_transactions was not read.')),
  );
  await page.goto('/data-sync');
  await syncPage(page).start.click();
  await expect(page.getByRole('alert')).toContainText(
    'The warehouse does not answer: sales_transactions was not read.',
  );
  await expect(syncPage(page).start).toBeEnabled();
});

for (const [outage, answer] of Object.entries({
  'that gets no response': undefined,
  'that fails without a message': { status: 500, body: 'broken' },
})) {
  test(`a sync ${outage} says which one failed`, async ({ page }) => {
    for (const call of [FULL, TABLE]) {
      await page.route(call, (route) => (answer === undefined ? route.abort() : route.fulfill(answer)));
    }
    await page.goto('/data-sync');
    await syncPage(page).start.click();
    await expect(page.getByRole('alert')).toContainText('Failed to start sync');
    for (const table of TABLES.slice(0, 2)) {
      await syncPage(page).tableButton(table).click();
      await expect(page.getByRole('alert')).toContainText(`Failed to sync ${table}`);
    }
  });
}

test('a table sync that fails shows the server message', async ({ page }) => {
  await page.route(TABLE, (route) =>
    route.fulfill(refusal(409, 'Another sync is running. Wait until it has ended.')),
  );
  await page.goto('/data-sync');
  await syncPage(page).tableButton('customer_profiles').click();
  await expect(page.getByRole('alert')).toContainText('Another sync is running. Wait until it has ended.');
});

test('status and health that do not load are only logged, and no sync can start', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(/^Failed to load the sync (status|health)/);
  await page.route(STATUS, (route) => route.abort());
  await page.route(HEALTH_LABELS, (route) => route.fulfill(refusal(503, 'Not now.')));
  await page.goto('/data-sync');
  const sync = syncPage(page);
  await expect(sync.card('Overall Status')).toContainText('Issues Detected');
  await expect(sync.card('Source connection')).toContainText('Disconnected');
  await expect(sync.start).toBeDisabled();
  for (const table of TABLES) await expect(sync.tableButton(table)).toBeDisabled();
  await expect(page.getByRole('alert').filter({ hasText: /Failed to load|Not now/ })).toHaveCount(0);
  for (const what of ['status', 'health']) {
    expect(
      browserConsole.errors.some((message) => message.startsWith(`Failed to load the sync ${what}`)),
    ).toBe(true);
  }
});

test('the start button is where it stays, however late the source answers', async ({ page }) => {
  const gates = [SOURCE, FOLDERS].map((call) => ({ call, ...createDeferred() }));
  const response: string[] = [];
  for (const { call, promise } of gates) {
    await page.route(call, async (route) => {
      await promise;
      response.push(call);
      await route.continue();
    });
  }
  const [source, folders] = gates;
  const health = page.waitForResponse(HEALTH_LABELS);
  await page.goto('/data-sync');
  await health;
  const { start } = syncPage(page);
  // Long enough for a page that does not wait to show the button.
  await page.waitForTimeout(500);
  await expect(start).toHaveCount(0);

  source?.resolve();
  await expect(start).toBeEnabled();
  const before = await start.boundingBox();
  folders?.resolve();
  await expect(page.getByRole('button', { name: 'Refresh folders' })).toBeVisible();
  const after = await start.boundingBox();
  expect(response).toEqual([SOURCE, FOLDERS]);
  // A click on its center still hits it.
  expect(Math.abs((after?.y ?? NaN) - (before?.y ?? NaN))).toBeLessThan((before?.height ?? NaN) / 2);
});

test('a database that is away is named with its reason, and no sync can start', async ({ page }) => {
  await page.route(HEALTH_LABELS, (route) =>
    route.fulfill({
      json: {
        success: true,
        data: {
          bigQuery: true,
          supabase: false,
          overall: false,
          targetReason: 'The database isn’t responding.',
        },
      },
    }),
  );
  await page.goto('/data-sync');
  const sync = syncPage(page);
  await expect(sync.card('Source connection')).toContainText('Connected');
  await expect(sync.card('Target database')).toContainText('Disconnected');
  await expect(sync.card('Target database')).toContainText('The database isn’t responding.');
  await expect(sync.card('Overall Status')).toContainText('Issues Detected');
  await expect(sync.start).toBeDisabled();
});

test('a sync that someone else runs is shown, and none can start beside it', async ({ page }) => {
  await page.route(STATUS, async (route) => {
    const answer = await route.fetch();
    const status = (await answer.json()) as { data: object };
    await route.fulfill({ json: { ...status, data: { ...status.data, isRunning: true } } });
  });
  await page.goto('/data-sync');
  await expect(syncPage(page).syncing).toHaveText('Syncing...');
  await expect(syncPage(page).start).toBeDisabled();
});

test('five recent errors are shown at most, each with table, error and time', async ({ page }) => {
  const recentErrors = Array.from({ length: 7 }, (_, index) => ({
    table: 'inventory_data',
    error: `line ${index + 2}: on_hand is not a number`,
    timestamp: '2026-03-02T09:30:00Z',
  }));
  await page.route(STATUS, async (route) => {
    const answer = await route.fetch();
    const status = (await answer.json()) as { data: { stats: object } };
    const stats = { ...status.data.stats, totalRecords: 1000, successfulUpserts: 993, errors: 7 };
    await route.fulfill({ json: { ...status, data: { ...status.data, stats, recentErrors } } });
  });
  await page.goto('/data-sync');
  const sync = syncPage(page);
  await expect(sync.recentErrors.getByRole('listitem')).toHaveCount(5);
  const first = sync.recentErrors.getByRole('listitem').first();
  await expect(first).toContainText('inventory_data');
  await expect(first).toContainText('line 2: on_hand is not a number');
  await expect(first.getByRole('time')).toContainText('Mar 2, 2026');
  await expect(sync.statistic('Success Rate')).toContainText('99.3%');
});

test('status and health are asked again every 30 seconds, but not while a sync runs', async ({ page }) => {
  await page.clock.install();
  let asked = 0;
  const underWay = new Set<Request>();
  const repeats = (request: Request) => /\/api\/data-sync\/(status|health)$/.test(request.url());
  page.on('request', (request) => {
    if (request.url().endsWith('/api/data-sync/status')) asked += 1;
    if (repeats(request)) underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  // A request still pending when the clock advances would time out.
  const goForward = async (milliseconds: number) => {
    await expect.poll(() => underWay.size).toBe(0);
    await page.clock.fastForward(milliseconds);
  };
  const gate = createDeferred();
  await page.route(FULL, async (route) => {
    await gate.promise;
    await route.abort();
  });
  await page.goto('/data-sync');
  const sync = syncPage(page);
  await expect(sync.start).toBeEnabled();
  const before = asked;
  await goForward(31_000);
  await expect.poll(() => asked).toBe(before + 1);

  await sync.start.click();
  await expect(sync.syncing).toHaveText('Syncing...');
  const whileSyncing = asked;
  await goForward(95_000);
  expect(asked).toBe(whileSyncing);
  gate.resolve();
  await expect(page.getByRole('alert')).toContainText('Failed to start sync');
});
