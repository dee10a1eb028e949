/**
 * Visitors without an account see the demo's figures, marked as sample data, and must sign in for everything
 * else.
 */
import { expect, test } from './test';

test('the dashboard shows the demo, marked on the page and on every panel', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(page.getByText("Welcome back! Here's your agricultural supply chain overview.")).toBeVisible();
  for (const panel of [
    'Total Spend',
    'Avg Order Value',
    'Delivery Rate',
    'Active Suppliers',
    'Purchase Recommendations',
    'Crop Yield Forecast',
    'Supply Price Index',
  ]) {
    await expect(
      page.getByRole('region', { name: panel, exact: true }).getByText('Sample data'),
    ).toBeVisible();
  }
  await expect(page.getByText('Sample data').first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

for (const path of ['/data-sync', '/ai-bot?conversation=01990000', '/account', '/DataSync']) {
  test(`${path} asks for a sign-in and remembers where to`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  });
}

test('Sprout AI answers about the demo, and keeps nothing', async ({ page }) => {
  await page.goto('/ai-bot');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sprout AI');
  await expect(page.getByRole('button', { name: 'History' })).toBeHidden();
  await page.getByRole('textbox').fill('revenue by category last month');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await expect(log.getByRole('table')).toBeVisible();
  await expect(log.getByText('Sample data').first()).toBeVisible();
  await expect(log.getByRole('button', { name: 'This helped' })).toBeHidden();
  await expect(page).toHaveURL(/\/ai-bot$/);
});

test('a token that does not verify never gets the demo figures', async ({ page }) => {
  for (const call of [
    '/api/purchasing/summary',
    '/api/analytics/crop-yield-forecast',
    '/api/analytics/supply-price-index',
  ]) {
    expect((await page.request.get(call)).status(), call).toBe(200);
    const answer = await page.request.get(call, { headers: { Authorization: 'Bearer garbage' } });
    expect(answer.status(), call).toBe(401);
  }
});
