/** An unknown address shows the 404 page, which logs the address to the console and links back. */
import { MISSING_PATH } from './pages';
import { expect, test } from './test';

for (const path of [
  '/supplies',
  '/alerts',
  '/TEST',
  '/DASHBOARD',
  '/dashboard/',
  '/data-sync/extra',
  MISSING_PATH,
]) {
  test(`${path} is not found`, async ({ page, browserConsole }) => {
    browserConsole.allow(/^404: there is no page at /);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    await expect(page).toHaveTitle(/Page Not Found/);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Return to Dashboard' })).toHaveAttribute('href', '/');
    await expect(main.getByRole('button', { name: 'Go Back' })).toBeVisible();
    const quick = main.getByRole('navigation', { name: 'Quick links' });
    await expect(quick.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/');
    await expect(quick.getByRole('link', { name: 'Sprout AI' })).toHaveAttribute('href', '/ai-bot');
    expect(browserConsole.errors.some((message) => message.includes(path))).toBe(true);
  });
}

test('Go Back and Return to Dashboard lead where they say', async ({ page, browserConsole }) => {
  browserConsole.allow(/^404: there is no page at \/supplies$/);
  await page.goto('/test');
  await page.getByRole('link', { name: '/supplies', exact: true }).click();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('System check');
  await page.getByRole('link', { name: '/supplies', exact: true }).click();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
});
