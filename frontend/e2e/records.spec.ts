/** The pages of customers, items, orders, suppliers and locations: from one to the next by links. */
import type { Page } from '@playwright/test';
import { signInByApi } from './accounts';
import { expectAccessible } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { expect, isRefusal, test } from './test';
import { applyViewport, extremeViewports, horizontalOverflow } from './viewports';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Follows the first link of a panel, and waits for the page that it leads to. */
async function follow(page: Page, name: string, address: RegExp): Promise<void> {
  const link = panel(page, name).locator(`a[href*="/"]`).first();
  const heading = (await link.textContent()) ?? '';
  await link.click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await waitUntilSettled(page);
}

for (const look of extremeViewports) {
  test(`records lead to each other (${look.name})`, async ({ page }) => {
    test.slow();
    await signInByApi(page);
    await applyViewport(page, look);
    const check = async (state: string) => {
      await expectAccessible(page, `${state}, ${look.name}`);
      expect(await horizontalOverflow(page), state).toBeLessThanOrEqual(0);
    };
    await page.goto('/purchase-patterns');
    await page.locator('a[href^="/customers/"]').first().click();
    await expect(panel(page, 'Revenue')).toContainText('$');
    await waitUntilSettled(page);
    await check('customer');
    await follow(page, 'Recent orders', /\/orders\/./);
    await check('order');
    await follow(page, 'Order lines', /\/(items|customers|locations)\/./);
    await page.goBack();
    await panel(page, 'Order lines').locator('a[href^="/items/"]').first().click();
    await expect(panel(page, 'Stock')).toBeVisible();
    await waitUntilSettled(page);
    await check('item');
    await follow(page, 'Suppliers', /\/suppliers\/./);
    await check('supplier');
    await page.goBack();
    await panel(page, 'Stock').locator('a[href^="/stock"]').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Season position' })).toBeVisible();
    await waitUntilSettled(page);
    await check('season position');
    await page.goBack();
    await panel(page, 'Stock').locator('a[href^="/locations/"]').first().click();
    await expect(page).toHaveURL(/\/locations\/./);
    await waitUntilSettled(page);
    await check('location');
  });
}

test('the page of a record becomes a report with its panels', async ({ page }) => {
  await signInByApi(page);
  await page.goto('/purchase-patterns');
  await page.locator('a[href^="/customers/"]').first().click();
  const schedule = page.getByRole('link', { name: 'Schedule' });
  await expect(schedule).toBeVisible();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await schedule.click();
  const report = page.getByRole('dialog', { name: 'New report' });
  await expect(report.getByLabel('Name', { exact: true })).toHaveValue(name);
  await report.getByRole('button', { name: 'Preview' }).click();
  const email = report.getByRole('region', { name: 'Email preview' });
  for (const title of ['Key figures', 'Revenue by month', 'Items bought', 'Recent orders'])
    await expect(email.getByRole('heading', { name: title })).toBeVisible();
  await expect(email.getByRole('img', { name: /^Chart of / }).first()).toBeVisible();
  await expectAccessible(page, 'preview of a report with several parts');
});

test('an ID that does not exist says so, and the bare path is not a page', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(404));
  browserConsole.allow(/\/customers/);
  await signInByApi(page);
  await page.goto('/customers/none');
  await expect(page.getByText('Your data has nothing with this ID.', { exact: false })).toBeVisible();
  await page.goto('/customers');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
});
