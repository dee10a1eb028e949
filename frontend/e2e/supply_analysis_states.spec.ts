/**
 * Supply Analysis while loading, when the API is down or returns errors, and for an organization without
 * rows.
 */
import { createDeferred } from './deferred';
import { extremeViewports, horizontalOverflow, applyViewport } from './viewports';
import { marketPage, OVERVIEW } from './market_page';
import { waitUntilSettled } from './pages';
import { signInAsOwner, signInByApi } from './accounts';
import { expect, NO_ANSWER, isRefusal, test } from './test';

const PANELS = ['Weather Impact', 'Market News and Analysis', 'Price trend: All commodities, 3M'];

for (const look of extremeViewports) {
  test(`a slow answer holds the place of every panel (${look.name})`, async ({ page }) => {
    await applyViewport(page, look);
    await signInByApi(page);
    const gate = createDeferred();
    await page.route(OVERVIEW, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/market-trends');
    for (const name of ['Corn', 'Soybeans', 'Wheat', 'Fertilizer']) {
      await expect(page.getByRole('status', { name: `${name} is loading` })).toBeVisible();
    }
    for (const name of PANELS) await expect(marketPage(page).panel(name)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    gate.resolve();
    await expect(marketPage(page).panel('Corn')).toContainText('$');
    await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
  });

  test(`with the API switched off it says so, and Retry brings the figures (${look.name})`, async ({
    page,
    browserConsole,
  }) => {
    browserConsole.allow(NO_ANSWER);
    browserConsole.allow(/^Failed to load the sync status /);
    await applyViewport(page, look);
    await signInByApi(page);
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/market-trends');
    const alerts = page.getByRole('alert');
    await expect(alerts.filter({ hasText: 'the market data' })).toBeVisible();
    const unusualPrices = alerts.filter({ hasText: 'the unusual prices' });
    await expect(unusualPrices).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supply Analysis');
    const { panel } = marketPage(page);
    for (const name of PANELS) {
      await expect(panel(name)).toContainText('Couldn’t load');
      await expect(panel(name).getByRole('button', { name: 'Retry' })).toBeEnabled();
    }
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.unroute('**/api/**');
    await panel('Weather Impact').getByRole('button', { name: 'Retry' }).click();
    await expect(panel('Corn')).toContainText('$');
    await unusualPrices.getByRole('button', { name: 'Retry' }).click();
    await expect(alerts).toHaveCount(0);
  });

  test(`an organization without rows sees what to do next (${look.name})`, async ({ page }) => {
    await applyViewport(page, look);
    await signInAsOwner(page);
    await page.goto('/market-trends');
    await waitUntilSettled(page);
    await expect(page.getByText(/^No market prices yet\. Connect your warehouse/)).toBeVisible();
    await expect(page.getByText(/^No prices yet\./)).toBeVisible();
    await expect(page.getByText(/^No volumes yet\./)).toBeVisible();
    await expect(page.getByText('Sample data')).toHaveCount(0);
    await expect(page.getByRole('main').getByText('$')).toHaveCount(0);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'Go to Data Sync' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data Sync');
  });
}

test('a refusal is shown in the server message, with the request to quote', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(503));
  await signInByApi(page);
  await page.route(OVERVIEW, (route) =>
    route.fulfill({
      status: 503,
      json: {
        success: false,
        message: 'The figures are being rebuilt.',
        code: 'unavailable',
        requestId: 'req-m-1',
      },
    }),
  );
  await page.goto('/market-trends');
  await expect(page.getByRole('alert')).toContainText('The figures are being rebuilt.');
  await expect(page.getByRole('alert')).toContainText('req-m-1');
});

test('figures of the choice before stay, marked, while the new ones are in progress', async ({ page }) => {
  await signInByApi(page);
  await page.goto('/market-trends');
  await waitUntilSettled(page);
  const gate = createDeferred();
  await page.route(OVERVIEW, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const { choice, panel } = marketPage(page);
  await choice('Timeframe', '1Y').click();
  await expect(choice('Timeframe', '1Y')).toHaveAttribute('aria-pressed', 'true');
  await expect(panel('Price trend: All commodities, 3M').getByText('Updating')).toBeVisible();
  gate.resolve();
  await expect(panel('Price trend: All commodities, 1Y')).toBeVisible();
  await expect(page.getByText('Updating')).toHaveCount(0);
});
