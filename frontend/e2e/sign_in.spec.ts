/** A session from sign-in to sign-out. Afterwards its token is rejected. */
import { signInByApi, demo, readStoredToken, signInByForm, fetchStatus } from './accounts';
import { expect, test, isRefusal } from './test';

test('the demo person signs in, is shown in the menu, and signs out for good', async ({ page }) => {
  await page.goto('/sign-in');
  await signInByForm(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  const token = await readStoredToken(page);
  expect(token).not.toBeNull();
  expect(await fetchStatus(page, token ?? '')).toBe(200);

  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText(demo.email)).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Account Settings' })).toHaveAttribute('href', '/account');
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  expect(await readStoredToken(page)).toBeNull();
  await expect.poll(() => fetchStatus(page, token ?? ''), { timeout: 2_000 }).toBe(401);
  await page.goto('/data-sync');
  await expect(page).toHaveURL('/sign-in?next=%2Fdata-sync');
});

test('figures that the browser has kept go with the sign-out', async ({ page, browserConsole }) => {
  browserConsole.allow(/Failed to load resource/);
  const token = await signInByApi(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  /** Whether the browser has a cached response, without asking the server. */
  const saved = () =>
    page.evaluate(async (bearer) => {
      const headers = { Authorization: `Bearer ${bearer}`, Accept: 'application/json' };
      const address = '/api/analytics/supply-price-index';
      if (!sessionStorage.getItem('asked')) await fetch(address, { headers });
      sessionStorage.setItem('asked', 'once');
      return fetch(address, { headers, cache: 'only-if-cached', mode: 'same-origin' }).then(
        (answer) => answer.ok,
        () => false,
      );
    }, token);
  expect(await saved()).toBe(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  expect(await saved()).toBe(false);
});

test('a wrong password is refused as text, and what was typed stays', async ({ page, browserConsole }) => {
  browserConsole.allow(isRefusal(401));
  await page.goto('/sign-in');
  await signInByForm(page, { ...demo, password: 'not the password' });
  await expect(page.getByRole('alert')).toContainText(/e-?mail|password/i);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(demo.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
  expect(await readStoredToken(page)).toBeNull();
});

test('after sign-in the page that was asked for opens, and never another site', async ({ page }) => {
  await page.goto('/data-sync');
  await expect(page).toHaveURL('/sign-in?next=%2Fdata-sync');
  await signInByForm(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data Sync');

  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/sign-in?next=%2F%2Felsewhere.example%2F');
  await signInByForm(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  expect(new URL(page.url()).hostname).toBe('127.0.0.1');
});

test('signing out in one tab ends the session in the other', async ({ page, context, browserConsole }) => {
  // Requests of the other tab that are under way when the session ends.
  browserConsole.allow(isRefusal(401));
  await signInByApi(page);
  await page.goto('/data-sync');
  const other = await context.newPage();
  await other.goto('/data-sync');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Data Sync');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('a tab that loads while another signs out shows the sign-in', async ({
  page,
  context,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(401));
  await signInByApi(page);
  await page.goto('/data-sync');
  const other = await context.newPage();
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch();
    await other.goto('/data-sync');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sign in');
    await route.fulfill({ response });
  });
  const ended = page.waitForResponse('**/api/auth/logout');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await ended;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('the name on the account can be changed', async ({ page }) => {
  await signInByApi(page);
  await page.goto('/account');
  await expect(page.getByText(demo.email)).toBeVisible();
  const name = page.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await name.fill('Avery Buyer');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('status').getByText('Name saved.')).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Avery Buyer');
  await name.fill(before);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('status').getByText('Name saved.')).toBeVisible();
});
