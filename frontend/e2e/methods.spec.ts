/** The methods page: linked from every panel that has a track record, with the same figures. */
import { waitUntilSettled } from './pages';
import { signInByApi } from './accounts';
import { expect, isRefusal, test } from './test';

const LINK = 'How figures are computed';

for (const [path, panel] of [
  ['/', 'Crop Yield Forecast'],
  ['/', 'Supply Price Index'],
  ['/', 'Purchase Recommendations'],
  ['/purchase-patterns', 'Customer Segmentation'],
  ['/purchase-patterns', 'Purchase Predictions'],
  ['/purchase-patterns', 'Customer Purchasing Patterns'],
  ['/market-trends', 'Price trend: All commodities, 3M'],
] as const) {
  test(`${panel} leads to the methods`, async ({ page }) => {
    await page.goto(path);
    await waitUntilSettled(page);
    const region = page.getByRole('region', { name: panel }).first();
    await region.getByText('How is this computed?').click();
    await region.getByRole('link', { name: LINK }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LINK);
    expect(new URL(page.url()).pathname).toBe('/methods');
  });
}

test('the record is that of the screen, with its rows and its day', async ({ page }) => {
  const shown = await page.request.get('/api/analytics/crop-yield-forecast');
  const { overview } = ((await shown.json()) as { data: { overview: { forecast_accuracy: number } } }).data;
  await page.goto('/methods');
  await waitUntilSettled(page);
  const yields = page.getByRole('region', { name: 'Crop Yield Forecast' });
  await expect(yields.getByText(/customers with crops, as of /)).toBeVisible();
  await expect(yields.getByRole('listitem').first()).toContainText(`${overview.forecast_accuracy}%`);
  const next = page.getByRole('region', { name: 'Predicted next purchase' });
  await expect(next.getByRole('listitem')).toHaveCount(4);
  for (const [figure, measure] of [
    ['Purchase Recommendations', /^Reorder points by season .* covered the sales/],
    ['Customer Segmentation', /^Champions that have ordered since: /],
    ['Predicted Needs Over Time', /^The orders of 13 weeks were off, week by week, by: /],
    ['Optimal Purchase Windows', /^Past years in which fertilizer was cheaper in /],
    ['Frequency and Average Spend', /^Customers' mean orders were off /],
  ] as const) {
    const items = page.getByRole('region', { name: figure }).getByRole('listitem');
    await expect(items.filter({ hasText: measure }).first()).toBeVisible();
  }
  await expect(page.getByText('Sample data')).toBeVisible();
});

test('nothing is cut off on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/methods');
  await waitUntilSettled(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});

test('a failure is shown as text and can be tried again', async ({ page, browserConsole }) => {
  await signInByApi(page);
  const refused = '**/api/analytics/methods';
  await page.route(refused, (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, message: 'The database is resting.', code: 'unavailable', requestId: 'r1' },
    }),
  );
  browserConsole.allow(isRefusal(503));
  browserConsole.allow(/methods/);
  await page.goto('/methods');
  await expect(page.getByText('The database is resting.')).toBeVisible();
  await page.unroute(refused);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('region', { name: 'Supply Price Index' })).toBeVisible();
});
