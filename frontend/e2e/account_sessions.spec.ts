/**
 * The user's password and sessions: ended sessions are rejected, and password guessing is throttled with a
 * message.
 */
import type { APIRequestContext, Page } from '@playwright/test';
import { expectLayout } from './expect_layout';
import { signInAsOwner, newOwner, signInByForm, fetchStatus, type Person } from './accounts';
import { expect, isRefusal, test } from './test';

/** Signs in from another device, and returns its token. */
async function elsewhere(
  request: APIRequestContext,
  person: Person,
  userAgent = 'curl/8.5.0',
): Promise<string> {
  const { email, password } = person;
  const answer = await request.post('/api/auth/login', {
    data: { email, password },
    headers: { 'User-Agent': userAgent },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

const passwordPanel = (page: Page) => page.getByRole('region', { name: 'Password', exact: true });
const sessionsPanel = (page: Page) => page.getByRole('region', { name: 'Sessions', exact: true });

async function fill(page: Page, current: string, next: string): Promise<void> {
  await passwordPanel(page).getByLabel('Current password', { exact: true }).fill(current);
  await passwordPanel(page).getByLabel('New password', { exact: true }).fill(next);
  await passwordPanel(page).getByRole('button', { name: 'Change password' }).click();
}

test('a new password replaces the old one and ends the other sessions', async ({
  page,
  playwright,
  baseURL,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(422));
  const owner = newOwner();
  const token = await signInAsOwner(page, owner);
  const phone = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const other = await elsewhere(phone, owner);
  await page.goto('/account');

  const panel = passwordPanel(page);
  await fill(page, 'not the password', 'five bags of seed');
  await expect(panel.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
    'This is not your current password.',
  );
  await fill(page, owner.password, 'Password1');
  await expect(panel.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /This password is too common/,
  );
  expect(await fetchStatus(page, other)).toBe(200);

  await fill(page, owner.password, 'five bags of seed');
  await expect(panel.getByRole('status')).toHaveText(
    'Your password is changed. One other session was signed out.',
  );
  await expect(panel.getByLabel('Current password', { exact: true })).toHaveValue('');
  await expect.poll(() => fetchStatus(page, other), { timeout: 2_000 }).toBe(401);
  expect(await fetchStatus(page, token)).toBe(200);
  await elsewhere(phone, { ...owner, password: 'five bags of seed' });
  await phone.dispose();
});

test('sessions are listed with their devices, and ended one by one or all at once', async ({
  page,
  playwright,
  baseURL,
}) => {
  const owner = newOwner();
  const token = await signInAsOwner(page, owner);
  // Each has separate cookies, because signing in again ends the browser's previous session.
  const device = () => playwright.request.newContext({ baseURL: baseURL ?? '' });
  const curl = await elsewhere(await device(), owner);
  const iPhone = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.5 Safari/604.1';
  const scripts = [
    await elsewhere(await device(), owner, 'python-requests/2.32'),
    await elsewhere(await device(), owner, iPhone),
  ];
  await page.goto('/account');
  const panel = sessionsPanel(page);
  const rows = panel.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText(/Chrome on Linux\s*This device/);
  await expect(rows.filter({ hasText: 'Safari on iPhone' })).toHaveCount(1);

  await panel.getByRole('button', { name: /^End session on curl/ }).click();
  await expect(panel.getByRole('status')).toContainText('curl was signed out.');
  await expect(rows).toHaveCount(3);
  await expect.poll(() => fetchStatus(page, curl), { timeout: 2_000 }).toBe(401);

  await panel.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(panel.getByRole('status')).toHaveText('2 other sessions were signed out.');
  await expect(rows).toHaveCount(1);
  await expect(panel).toContainText('No other active sessions.');
  for (const ended of scripts)
    await expect.poll(() => fetchStatus(page, ended), { timeout: 2_000 }).toBe(401);
  expect(await fetchStatus(page, token)).toBe(200);
});

test('after ten wrong passwords the sign-in page says when to try again', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(429));
  const unknown = { email: newOwner().email, password: 'not the password' };
  for (let guess = 0; guess < 10; guess += 1) {
    const answer = await page.request.post('/api/auth/login', { data: unknown });
    expect(answer.status()).toBe(401);
  }
  await page.goto('/sign-in');
  await signInByForm(page, unknown);
  await expect(page.getByRole('alert')).toContainText(
    /Too many wrong passwords\. Try again in \d+ seconds?\./,
  );
});

test('both pass axe in light and dark, on desktop and phone', async ({
  page,
  playwright,
  baseURL,
  browserConsole,
}, testInfo) => {
  test.setTimeout(120_000);
  browserConsole.allow(isRefusal(422));
  const owner = newOwner();
  await signInAsOwner(page, owner);
  const other = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await elsewhere(other, owner, 'a-program-with-a-name-that-is-as-long-as-names-may-be/1.0');
  await other.dispose();
  await page.goto('/account');
  await fill(page, 'not the password', 'five bags of seed');
  await passwordPanel(page).getByRole('button', { name: 'Show new password' }).click();
  await expect(passwordPanel(page).getByRole('alert')).toBeVisible();
  await expectLayout(page, (name) => testInfo.outputPath(name));
});
