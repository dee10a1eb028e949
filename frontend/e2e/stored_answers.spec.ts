/** Without a connection, the last figures stay readable and marked, for the person of the session only. */
import type { BrowserContext, Page } from '@playwright/test';
import { newOwner, readStoredToken, signInAsOwner, signInByApi } from './accounts';
import { serverAddress } from './environment';
import { expectAccessible } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { startProxy } from './proxy';
import { start } from './server';
import { expect, isRefusal, NO_ANSWER, test } from './test';
import { applyViewport, horizontalOverflow, viewports } from './viewports';

const OFFLINE = /^You are offline\. Figures from \w+ \d+, \d+, .* Nothing can be changed\.$/;

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ browserConsole }) => {
  browserConsole.allow(NO_ANSWER);
  browserConsole.allow(/cannot be reached|Failed to (load|end|switch|fetch)/);
});

const spend = (page: Page) => page.getByRole('region', { name: 'Total Spend', exact: true });
const mark = (page: Page) => page.getByText(OFFLINE);

/** Opens pages through the worker, until it has stored their figures and the code of all pages. */
async function readPages(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(spend(page)).toContainText('$');
  await expect.poll(() => storedPaths(page)).toContain('/api/purchasing/summary');
  await page.goto('/calls');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => storedPaths(page)).toContain('/api/call-list');
  const isCodeStored = () => page.evaluate(() => caches.match('/complete').then(Boolean));
  await expect.poll(isCodeStored, { timeout: 30_000 }).toBe(true);
}

/** The stores of answers, each of one session. */
const findStores = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('sprout-answers/')));

async function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('sprout-answers/'));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** The part of a token that names its owner. */
const readClaims = (token: string) =>
  JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string; org: string; sid: string };

async function openOffline(page: Page, context: BrowserContext, path: string): Promise<void> {
  await context.setOffline(true);
  await page.goto(path);
}

test('figures are there, marked and unchangeable, and the server’s are back with the connection', async ({
  page,
  context,
}) => {
  const token = await signInByApi(page);
  await readPages(page);
  const { sub, org, sid } = readClaims(token);
  expect(await findStores(page)).toEqual([`sprout-answers/${sub}/${org}/${sid}`]);
  const grower = await page.getByRole('article').first().getByRole('link').first().textContent();
  await page.goto('/');
  const figure = await spend(page).textContent();

  await openOffline(page, context, '/');
  await expect(mark(page)).toBeVisible();
  await expect(spend(page)).toHaveText(figure ?? '');
  for (const look of viewports) {
    await applyViewport(page, look);
    await waitUntilSettled(page);
    await expectAccessible(page, look.name);
    expect(await horizontalOverflow(page), look.name).toBeLessThanOrEqual(0);
  }

  await page.goto('/calls');
  await expect(mark(page)).toBeVisible();
  const card = page.getByRole('article').first();
  await expect(card.getByRole('link').first()).toHaveText(grower ?? '');
  await card.getByRole('button', { name: /^Record outcome/ }).click();
  await card.getByRole('button', { name: 'Later', exact: true }).click();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('alert')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('You are offline.', { exact: false })).toHaveCount(0);
  await expect(page.getByText('Figures from', { exact: false })).toHaveCount(0);
  await expect(card.getByRole('link').first()).toHaveText(grower ?? '');
});

test('a page of an open app keeps its mark while it is left and opened again', async ({ page, context }) => {
  await signInByApi(page);
  await readPages(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(spend(page)).toContainText('$');
  await expect(mark(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(mark(page)).toBeVisible();
});

test('signing out deletes them, also without a connection and in other tabs', async ({ page, context }) => {
  await signInByApi(page);
  await readPages(page);
  // The menu and the sign-in page were never opened: all code is stored ahead.
  await expect
    .poll(() => page.evaluate(() => caches.match('/complete').then(Boolean)), { timeout: 40_000 })
    .toBe(true);
  const other = await context.newPage();
  await other.goto('/');
  await expect(spend(other)).toContainText('$');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  }
  await expect.poll(() => findStores(page)).toEqual([]);
  await other.goto('/');
  await expect(other.getByText('You are offline.', { exact: false })).toBeVisible();
  await expect(spend(other)).toHaveCount(0);
});

test('a session that the server ends takes them along', async ({ page, context, browserConsole }) => {
  browserConsole.allow(isRefusal(401));
  await signInByApi(page);
  await readPages(page);
  await context.clearCookies();
  await page.evaluate(() =>
    localStorage.setItem('token', `${(localStorage.getItem('token') ?? '').slice(0, -6)}AAAAAA`),
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect.poll(() => findStores(page)).toEqual([]);
});

test('another person sees none of them', async ({ page, context }) => {
  await signInByApi(page);
  await readPages(page);
  // As if the first person had never signed out.
  await signInAsOwner(page);
  await openOffline(page, context, '/');
  await expect(page.getByText('You are offline. Figures may be out of date.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('$');
  await expect.poll(() => findStores(page)).toEqual([]);
});

test('another organization of the same person has its own', async ({ page, context }) => {
  const owner = newOwner();
  const next = `${owner.organization} West`;
  const { org } = readClaims(await signInAsOwner(page, owner));
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect.poll(() => findStores(page)).toEqual([expect.stringContaining(org)]);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menu')).toContainText(owner.organization);
  await page.getByRole('menuitem', { name: 'New organization' }).click();
  await page.getByLabel('Organization name').fill(next);
  await page.getByRole('button', { name: 'Create and switch' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menu')).toContainText(next);
  await expect.poll(() => storedPaths(page)).toContain('/api/account');
  const token = await readStoredToken(page);
  const current = readClaims(token ?? '').org;
  expect(current).not.toBe(org);
  await expect.poll(() => findStores(page)).toEqual([expect.stringContaining(current)]);

  await openOffline(page, context, '/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menu')).toContainText(next);
});

test('a server that is down is named, with the time of the figures', async ({ browser }) => {
  const server = await start('--demo');
  const context = await browser.newContext({ baseURL: server.address, serviceWorkers: 'allow' });
  try {
    const page = await context.newPage();
    await signInByApi(page);
    await readPages(page);
    await server.stop();
    await page.goto('/');
    await expect(
      page.getByText(/^Couldn’t reach the server\. Figures from .* Trying again\.$/),
    ).toBeVisible();
    await expect(spend(page)).toContainText('$');
  } finally {
    await context.close();
    await server.stop();
  }
});

test('behind a proxy that lost the server, the last figures stay, and the server’s are back by themselves', async ({
  browser,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(502));
  const { baseURL = '' } = serverAddress();
  const proxy = await startProxy(baseURL);
  const context = await browser.newContext({ baseURL: proxy.origin, serviceWorkers: 'allow' });
  const unreachable = /^Couldn’t reach the server\. Figures from .* Trying again\.$/;
  try {
    const page = await context.newPage();
    await signInByApi(page);
    await readPages(page);
    await page.goto('/');
    const figure = (await spend(page).textContent()) ?? '';
    proxy.fail(502);
    await page.reload();
    await expect(page.getByText(unreachable)).toBeVisible();
    await expect(spend(page)).toHaveText(figure);
    await page.goto('/calls');
    await expect(page.getByText(unreachable)).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    proxy.fail(undefined);
    await expect(page.getByText('Couldn’t reach the server', { exact: false })).toHaveCount(0, {
      timeout: 30_000,
    });
    await expect(page.getByRole('article').first()).toBeVisible();
  } finally {
    await context.close();
    proxy.stop();
  }
});
