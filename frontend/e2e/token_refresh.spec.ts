/** A rejected access token is renewed once, in one tab and across tabs, and the user stays signed in. */
import type { Page } from '@playwright/test';
import { signInByApi, readStoredToken, fetchStatus } from './accounts';
import { syncPage } from './sync_page';
import { expect, isRefusal, test } from './test';

const RENEWAL = '/api/auth/refresh';

/** Counts the page's token renewals. */
function renewalsOf(page: Page): { count: () => number } {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === RENEWAL) count += 1;
  });
  return { count: () => count };
}

/** Breaks the signature of the stored token, as if it had expired. */
async function spoilToken(page: Page): Promise<string> {
  return page.evaluate(() => {
    const spoiled = `${(localStorage.getItem('token') ?? '').slice(0, -6)}AAAAAA`;
    localStorage.setItem('token', spoiled);
    return spoiled;
  });
}

test.beforeEach(({ browserConsole }) => {
  browserConsole.allow(isRefusal(401));
});

test('many refused calls of one tab ask for one renewal', async ({ page }) => {
  await signInByApi(page);
  const spoiled = await spoilToken(page);
  const renewals = renewalsOf(page);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Total Spend', exact: true })).toContainText('$');
  expect(renewals.count()).toBe(1);
  const renewed = await readStoredToken(page);
  expect(renewed).not.toBe(spoiled);
  expect(await fetchStatus(page, renewed ?? '')).toBe(200);
});

test('two tabs recover together with one renewal each at most', async ({ page, context }) => {
  await signInByApi(page);
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) {
    await tab.goto('/data-sync');
    await expect(syncPage(tab).card('Overall Status')).toContainText('Healthy');
  }
  const renewals = tabs.map(renewalsOf);
  const spoiled = await spoilToken(page);
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Refresh', exact: true }).click()));
  for (const tab of tabs) {
    await expect.poll(() => readStoredToken(tab)).not.toBe(spoiled);
    await expect(tab.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Data Sync');
  }
  for (const each of renewals) expect(each.count()).toBeLessThanOrEqual(1);
  const renewed = await readStoredToken(page);
  expect(await readStoredToken(other)).toBe(renewed);
  expect(await fetchStatus(page, renewed ?? '')).toBe(200);
});

test('two tabs that load at once with a spoiled token stay signed in', async ({ page, context }) => {
  await signInByApi(page);
  await spoilToken(page);
  const other = await context.newPage();
  const tabs = [page, other];
  const renewals = tabs.map(renewalsOf);
  await Promise.all(tabs.map((tab) => tab.goto('/data-sync')));
  for (const tab of tabs) await expect(syncPage(tab).card('Overall Status')).toContainText('Healthy');
  for (const each of renewals) expect(each.count()).toBeLessThanOrEqual(1);
});

test('a session that cannot be renewed leads to sign-in, and back to the page', async ({
  page,
  context,
  browserConsole,
}) => {
  browserConsole.allow(/^Failed to load the sync (status|health)/);
  await signInByApi(page);
  await spoilToken(page);
  await context.clearCookies();
  await page.goto('/data-sync');
  await expect(page).toHaveURL('/sign-in?next=%2Fdata-sync');
  expect(await readStoredToken(page)).toBeNull();
});
