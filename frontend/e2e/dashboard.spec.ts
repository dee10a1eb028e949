/** The dashboard: figures, loading state, and failed calls. */
import type { Page } from '@playwright/test';
import { createDeferred } from './deferred';
import { signInByApi } from './accounts';
import { expect, NO_ANSWER, isRefusal, test } from './test';

const YIELDS = '**/api/analytics/crop-yield-forecast';
const PRICES = '**/api/analytics/supply-price-index';
const SUMMARY = '**/api/purchasing/summary';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const refusal = {
  status: 503,
  json: {
    success: false,
    message: 'The figures are being rebuilt. Try again in a minute.',
    code: 'unavailable',
    requestId: 'req-e2e-1',
  },
};

test.beforeEach(async ({ page }) => {
  await signInByApi(page);
});

test('the four cards show what the API computed, with unit and change', async ({ page }) => {
  const summary = page.waitForResponse(SUMMARY);
  await page.goto('/');
  const { data } = (await (await summary).json()) as { data: Record<string, { value: number }> };
  const value = (name: string) => data[name]?.value ?? Number.NaN;
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  expect(value('totalSpend')).toBeGreaterThan(0);
  await expect(panel(page, 'Total Spend')).toContainText(dollars.format(value('totalSpend')));
  await expect(panel(page, 'Total Spend')).toContainText(/[+-][\d.,]+% vs previous 12 months/);
  await expect(panel(page, 'Avg Order Value')).toContainText(dollars.format(value('avgOrderValue')));
  await expect(panel(page, 'Avg Order Value')).toContainText(/[+-][\d.,]+% vs previous 12 months/);
  await expect(panel(page, 'Delivery Rate')).toContainText(`${plain.format(value('deliveryRate'))}%`);
  await expect(panel(page, 'Delivery Rate')).toContainText(/[+-][\d.,]+ pp vs previous 12 months/);
  await expect(panel(page, 'Active Suppliers')).toContainText(plain.format(value('activeSuppliers')));
  await expect(panel(page, 'Active Suppliers')).toContainText(/[+-][\d.,]+ vs previous 90 days/);
});

test('recommendations, yields and prices show their figures, and one row explains itself', async ({
  page,
}) => {
  await page.goto('/');
  const recommendations = panel(page, 'Purchase Recommendations');
  await expect(recommendations.getByText('AI-Powered Recommendations')).toBeVisible();
  for (const name of ['Item', 'Current Stock', 'Recommended', 'Cost']) {
    await expect(recommendations.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(recommendations.getByRole('row').nth(1)).toContainText(
    /\d (bag|gallon|ton|lb|unit)s?.*\$[\d,.]+/,
  );
  await recommendations
    .getByRole('button', { name: /^Why\?/ })
    .first()
    .click();
  await expect(
    recommendations.getByText('Advised reorder point: an order pays from this position down', {
      exact: true,
    }),
  ).toBeVisible();

  const yields = panel(page, 'Crop Yield Forecast');
  await expect(yields.getByText('Forecast Accuracy')).toBeVisible();
  const forecasts = yields.getByRole('listitem');
  expect(await forecasts.count()).toBeGreaterThan(0);
  expect(await forecasts.count()).toBeLessThanOrEqual(3);
  await expect(forecasts.first()).toContainText(/[\d.]+% confidence/);
  await expect(forecasts.first()).toContainText(/[+-][\d.]+%/);
  await expect(forecasts.first()).toContainText(/[\d.,]+ bu\/ac/);

  const prices = panel(page, 'Supply Price Index');
  await expect(prices.getByText('Current Index')).toBeVisible();
  await expect(prices.getByRole('row').nth(1)).toContainText(
    /(rising|falling|stable|up|down).*[\d.]+.*[+-][\d.]+%/,
  );
});

test('a yield gain is green with a plus sign, a loss is red, and at most three are listed', async ({
  page,
}) => {
  const forecast = (crop_type: string, yield_change_percent: number) => ({
    crop_type,
    yield_change_percent,
    confidence_level: 80,
    forecasted_yield: 180,
  });
  const forecasts = [
    forecast('Corn', 0),
    forecast('Soybeans', -2.5),
    forecast('Wheat', 4),
    forecast('Oats', 1),
  ];
  await page.route(YIELDS, (route) =>
    route.fulfill({ json: { success: true, data: { overview: { forecast_accuracy: 91.25 }, forecasts } } }),
  );
  await page.goto('/');
  const rows = panel(page, 'Crop Yield Forecast').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(panel(page, 'Crop Yield Forecast')).toContainText('91.25%');
  const color = (text: string) =>
    rows.getByText(text, { exact: true }).evaluate((node) => getComputedStyle(node).color);
  expect(strongest(await color('+0%'))).toBe('green');
  expect(strongest(await color('+4%'))).toBe('green');
  expect(strongest(await color('-2.5%'))).toBe('red');
});

test('it says that it loads until both analytics calls have ended, whatever their outcome', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(/^Failed to fetch the supply price index|^Failed to load resource/);
  const gate = createDeferred();
  await page.route(YIELDS, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.route(PRICES, (route) => route.fulfill({ status: 400, json: { success: false } }));
  const refused = page.waitForResponse(PRICES);
  await page.goto('/');
  await refused;
  await expect(page.getByText('Loading analytics data...')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  gate.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(page.getByText('Loading analytics data...')).toHaveCount(0);
});

test('both analytics calls are in progress at once, and their panels show each answer', async ({ page }) => {
  const gate = createDeferred();
  const asked = new Set<string>();
  for (const call of [YIELDS, PRICES]) {
    await page.route(call, async (route) => {
      asked.add(call);
      await gate.promise;
      await route.continue();
    });
  }
  await page.goto('/');
  await expect.poll(() => asked.size).toBe(2);
  await expect(page.getByText('Loading analytics data...')).toBeVisible();
  gate.resolve();
  await expect(panel(page, 'Crop Yield Forecast')).toContainText('Forecast Accuracy');
  await expect(panel(page, 'Supply Price Index')).toContainText('Current Index');
});

for (const [outage, provoke] of Object.entries({
  'answers 503': (page: Page, url: string) => page.route(url, (route) => route.fulfill(refusal)),
  'does not answer': (page: Page, url: string) => page.route(url, (route) => route.abort()),
})) {
  test(`where the analytics API ${outage}, loading ends, the failure is logged and the panels stay empty`, async ({
    page,
    browserConsole,
  }) => {
    browserConsole.allow(/^Failed to (fetch|load)/);
    await provoke(page, YIELDS);
    await provoke(page, PRICES);
    await page.goto('/');
    await expect(panel(page, 'Crop Yield Forecast')).toContainText('No forecast data available');
    await expect(panel(page, 'Supply Price Index')).toContainText('No price index data available');
    await expect(panel(page, 'Total Spend')).toContainText('$');
    expect(browserConsole.errors.filter((message) => message.startsWith('Failed to fetch the'))).not.toEqual(
      [],
    );

    const retry = panel(page, 'Crop Yield Forecast').getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    await page.unroute(YIELDS);
    await retry.click();
    await expect(panel(page, 'Crop Yield Forecast')).toContainText('Forecast Accuracy');
  });
}

test('an answer without its success flag is not used, and an overview says what it has to say', async ({
  page,
}) => {
  await page.route(YIELDS, (route) =>
    route.fulfill({
      json: {
        success: true,
        data: { overview: { status: 'No customers with a state and a crop.' }, forecasts: [] },
      },
    }),
  );
  await page.route(PRICES, (route) =>
    route.fulfill({
      json: {
        success: true,
        data: { overview: { error: 'Prices of two months are needed.' }, categories: [] },
      },
    }),
  );
  await page.goto('/');
  await expect(panel(page, 'Crop Yield Forecast')).toContainText('No customers with a state and a crop.');
  await expect(panel(page, 'Supply Price Index')).toContainText('Prices of two months are needed.');
});

test('an unsuccessful answer leaves its panel empty', async ({ page, browserConsole }) => {
  browserConsole.allow(/^Failed to fetch the supply price index/);
  const figures = {
    overview: { current_index: 104, index_change: 1 },
    categories: [{ category: 'seed', current_price_index: 104, price_change_percent: 1 }],
  };
  await page.route(PRICES, (route) => route.fulfill({ json: { success: false, data: figures } }));
  await page.goto('/');
  await expect(panel(page, 'Supply Price Index')).toContainText('No price index data available');
});

test('cards that do not load say so in the server message, and load on Retry', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(503));
  await page.route(SUMMARY, (route) => route.fulfill(refusal));
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText(refusal.json.message);
  await expect(page.getByRole('alert')).toContainText('req-e2e-1');
  await page.unroute(SUMMARY);
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page, 'Total Spend')).toContainText('$');
});

test('a dead network takes no panel down with it', async ({ page, browserConsole }) => {
  browserConsole.allow(NO_ANSWER);
  browserConsole.allow(/^Failed to/);
  await page.goto('/test');
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(panel(page, 'Purchase Recommendations').getByRole('button', { name: 'Retry' })).toBeVisible();
});

/** The dominant primary color of `rgb(r, g, b)`. */
function strongest(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const most = Math.max(red, green, blue);
  return most === red ? 'red' : most === green ? 'green' : 'blue';
}
