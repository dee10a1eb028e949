/** API calls of the pages: method, path, token and body, as a server receives them. */
import type { Page } from '@playwright/test';
import { assistantPage } from './assistant_page';
import { waitUntilSettled } from './pages';
import { signInByApi } from './accounts';
import { syncPage } from './sync_page';
import { expect, isRefusal, test } from './test';

interface Call {
  call: string;
  authorization: string | undefined;
  body: unknown;
}

/** Records every API call of the page from now on. */
async function callsOf(page: Page): Promise<Call[]> {
  const calls: Call[] = [];
  // The body is available only for intercepted requests.
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    calls.push({
      call: `${request.method()} ${new URL(request.url()).pathname}`,
      authorization: (await request.allHeaders()).authorization,
      body: request.postDataJSON() as unknown,
    });
    await route.continue();
  });
  return calls;
}

const sent = (calls: Call[], call: string): Call[] => calls.filter((each) => each.call === call);

const pages = {
  '/': ['GET /api/analytics/crop-yield-forecast', 'GET /api/analytics/supply-price-index'],
  '/purchase-patterns': ['GET /api/customer-segmentation'],
  '/ai-bot': ['GET /api/ai-bot/suggestions', 'GET /api/ai-bot/health'],
  '/data-sync': ['GET /api/data-sync/status', 'GET /api/data-sync/health'],
};

for (const [path, expected] of Object.entries(pages)) {
  test(`${path} asks ${expected.join(' and ')}, with the token from local storage`, async ({ page }) => {
    await signInByApi(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const calls = await callsOf(page);
    await page.goto(path);
    await waitUntilSettled(page);
    for (const call of expected) {
      expect(sent(calls, call).length, call).toBeGreaterThan(0);
      for (const { authorization, body } of sent(calls, call)) {
        expect(authorization).toBe(`Bearer ${token}`);
        expect(body).toBeNull();
      }
    }
  });
}

test('a visitor of the dashboard and the customer page sends no token', async ({ page }) => {
  const calls = await callsOf(page);
  for (const path of ['/', '/purchase-patterns']) {
    await page.goto(path);
    await waitUntilSettled(page);
  }
  expect(calls.length).toBeGreaterThan(2);
  for (const { call, authorization } of calls) expect(authorization, call).toBeUndefined();
});

test('a question carries the token and a JSON body with the query', async ({ page }) => {
  await signInByApi(page);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const calls = await callsOf(page);
  await page.goto('/ai-bot');
  await assistantPage(page).ask('Low Stock Items');
  const [asked, ...others] = sent(calls, 'POST /api/ai-bot/query');
  expect(others).toEqual([]);
  expect(asked?.authorization).toBe(`Bearer ${token}`);
  expect(asked?.body).toEqual({ query: 'Low Stock Items' });
});

test('both syncs carry the token and say what to sync', async ({ page, browserConsole }) => {
  browserConsole.allow(isRefusal(503));
  await signInByApi(page);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.goto('/data-sync');
  const sync = syncPage(page);
  await expect(sync.start).toBeEnabled();
  await page.route('**/api/data-sync/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.fulfill({
      status: 503,
      json: { success: false, message: 'Not now.', code: 'busy', requestId: 'r' },
    });
  });
  const posts = page.waitForRequest((request) => request.method() === 'POST');
  await sync.start.click();
  const full = await posts;
  expect(new URL(full.url()).pathname).toBe('/api/data-sync/sync');
  expect(full.headers().authorization).toBe(`Bearer ${token}`);
  expect(full.postDataJSON()).toEqual({ options: { incrementalSync: false } });
  await expect(page.getByRole('alert')).toContainText('Not now.');

  const next = page.waitForRequest((request) => request.method() === 'POST');
  await sync.tableButton('supplier_data').click();
  const table = await next;
  expect(new URL(table.url()).pathname).toBe('/api/data-sync/table');
  expect(table.headers().authorization).toBe(`Bearer ${token}`);
  expect(table.postDataJSON()).toEqual({ tableName: 'supplier_data', options: {} });
});
