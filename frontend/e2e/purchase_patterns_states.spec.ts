/** Customer Purchase Patterns while loading, after failures, and for an organization without rows. */
import { contrastLead } from './color';
import { createDeferred } from './deferred';
import { extremeViewports, viewports, horizontalOverflow, applyViewport } from './viewports';
import { panel, SEGMENTATION } from './patterns_page';
import { signInAsOwner, signInByApi } from './accounts';
import { expect, NO_ANSWER, isRefusal, test } from './test';

const content = ['Customer Segmentation', 'Purchase Predictions', 'Customer Purchasing Patterns'];

for (const look of extremeViewports) {
  test(`it says Loading until the answer is there, then shows the content (${look.name})`, async ({
    page,
  }) => {
    await applyViewport(page, look);
    await signInByApi(page);
    const gate = createDeferred();
    await page.route(SEGMENTATION, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/purchase-patterns');
    await expect(page.getByText('Loading', { exact: true })).toBeVisible();
    for (const name of content) await expect(panel(page, name)).toHaveCount(0);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    gate.resolve();
    for (const name of content) await expect(panel(page, name)).toBeVisible();
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  });

  test(`an organization without rows sees what to do next (${look.name})`, async ({ page }) => {
    await applyViewport(page, look);
    await signInAsOwner(page);
    await page.goto('/purchase-patterns');
    await expect(
      page.getByText(/Connect your warehouse and sync customer_profiles and sales_transactions/),
    ).toBeVisible();
    await expect(page.getByText('Sample data')).toHaveCount(0);
    await expect(page.getByRole('main').getByText(/\$|%/)).toHaveCount(0);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'Connect warehouse' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data Sync');
  });
}

for (const look of viewports) {
  test(`with the API switched off it says so in red, and Retry brings the content (${look.name})`, async ({
    page,
    browserConsole,
  }) => {
    browserConsole.allow(NO_ANSWER);
    browserConsole.allow(/^Failed to load the sync status /);
    await applyViewport(page, look);
    await signInByApi(page);
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/purchase-patterns');
    const words = page.getByText('Failed to fetch data', { exact: true });
    await expect(words).toBeVisible();
    const color = await words.evaluate((node) => getComputedStyle(node).color);
    expect(contrastLead(color), color).toBe('red');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Purchase Patterns');
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    for (const name of content) await expect(panel(page, name)).toBeVisible();
    await expect(words).toHaveCount(0);
  });
}

test('a refusal adds the server message and the request to quote', async ({ page, browserConsole }) => {
  browserConsole.allow(isRefusal(503));
  await signInByApi(page);
  await page.route(SEGMENTATION, (route) =>
    route.fulfill({
      status: 503,
      json: {
        success: false,
        message: 'The figures are being rebuilt.',
        code: 'unavailable',
        requestId: 'req-p-1',
      },
    }),
  );
  await page.goto('/purchase-patterns');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to fetch data');
  await expect(alert).toContainText('The figures are being rebuilt.');
  await expect(alert).toContainText('req-p-1');
});

test('an answer without its success flag is not used', async ({ page }) => {
  await signInByApi(page);
  await page.route(SEGMENTATION, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    await route.fulfill({ json: { ...body, success: false } });
  });
  await page.goto('/purchase-patterns');
  await expect(page.getByText('Failed to fetch data', { exact: true })).toBeVisible();
  for (const name of content) await expect(panel(page, name)).toHaveCount(0);
});
