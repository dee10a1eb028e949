/** The command palette and the keyboard shortcuts. */
import { signInByApi } from './accounts';
import { expectAccessible } from './expect_accessible';
import { extremeViewports, applyViewport, horizontalOverflow } from './viewports';
import { expect, test } from './test';

test.beforeEach(async ({ page }) => {
  await signInByApi(page);
});

for (const look of extremeViewports) {
  test(`the palette finds a customer and opens its page (${look.name})`, async ({ page }) => {
    await applyViewport(page, look);
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search pages, customers, items and suppliers' });
    await expect(field).toBeFocused();
    await field.fill('farms');
    const customer = page.getByRole('group', { name: 'Customers' }).getByRole('option').first();
    await expect(customer).toBeVisible();
    await expectAccessible(page, `palette, ${look.name}`);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    const [name = ''] = ((await customer.textContent()) ?? '').split(' · ');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/customers\/./);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  });
}

test('Escape returns the focus, and the keys open pages, the search and the help', async ({ page }) => {
  await page.goto('/test');
  const search = page.getByRole('button', { name: 'Search (Ctrl+K)' });
  await search.press('Enter');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Purchase Patterns');
  await expect(page.getByLabel('Search customers')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search customers')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Go to Dashboard');
  await expectAccessible(page, 'shortcut help');
});
