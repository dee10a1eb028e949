/**
 * On a phone nothing overflows sideways, and the header's links collapse into a menu that closes on
 * selection.
 */
import { horizontalOverflow } from './viewports';
import { appPages, openPage } from './pages';
import { signInByApi } from './accounts';
import { expect, test } from './test';

test.describe('at 360 pixels', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const each of appPages) {
    test(`${each.name} (${each.path}) does not scroll sideways`, async ({ page, browserConsole }) => {
      browserConsole.allow(/^404: there is no page at /);
      await openPage(page, each);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    });
  }

  test('the open one of many tabs is in view', async ({ page }) => {
    await signInByApi(page);
    await page.goto('/data-sync?tab=schedule');
    const tabs = page.getByRole('navigation', { name: 'Data Sync sections' });
    await expect(tabs.getByRole('link', { name: 'Schedule' })).toBeInViewport({ ratio: 1 });
    await tabs.getByRole('link', { name: 'Mapping' }).click();
    await expect(tabs.getByRole('link', { name: 'Mapping' })).toBeInViewport({ ratio: 1 });
  });

  test('a folder of the server with a long name breaks in its button', async ({ page }) => {
    await signInByApi(page);
    const path = `exports-${'2026'.repeat(20)}`;
    await page.route('**/api/data-sync/folders', (route) =>
      route.fulfill({
        json: {
          success: true,
          data: { root: '/warehouses', folders: [{ path, tables: ['inventory_data'] }] },
        },
      }),
    );
    await page.goto('/data-sync?tab=sources');
    await expect(page.getByRole('button', { name: `Use ${path}` })).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
  });
});

test.describe('the header', () => {
  test.use({ viewport: { width: 390, height: 740 } });

  test('folds its links into a menu that closes when one is chosen', async ({ page }) => {
    await signInByApi(page);
    await page.goto('/');
    const customers = page.getByRole('link', { name: 'Customers', exact: true });
    await expect(customers).toBeHidden();
    const toggle = page.getByRole('button', { name: 'Open navigation' });
    await toggle.click();
    await expect(page.getByRole('button', { name: 'Close navigation' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    for (const name of ['Dashboard', 'Customers', 'Supply', 'Sprout AI']) {
      await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible();
    }
    await customers.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Purchase Patterns');
    await expect(customers).toBeHidden();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes the menu with its own button too', async ({ page }) => {
    await signInByApi(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: 'Close navigation' }).click();
    await expect(page.getByRole('link', { name: 'Customers', exact: true })).toBeHidden();
  });
});
