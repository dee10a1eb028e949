/** The call list: a salesperson records what a call brought. */
import { signInByApi } from './accounts';
import { expectAccessible } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { expect, test } from './test';
import { applyViewport, extremeViewports, horizontalOverflow } from './viewports';

for (const [index, look] of extremeViewports.entries()) {
  test(`the outcome of a call is recorded (${look.name})`, async ({ page }) => {
    test.slow();
    await signInByApi(page);
    await applyViewport(page, look);
    await page.goto('/calls');
    const card = page.getByRole('article').first();
    const grower = (await card.getByRole('link').first().textContent()) ?? '';
    const own = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: grower, exact: true }) });
    await own.getByRole('button', { name: `Record outcome of the call to ${grower}` }).click();
    await own.getByRole('button', { name: 'Later', exact: true }).click();
    if (index > 0) await own.getByLabel('Note').fill('Wants a price for urea.');
    await waitUntilSettled(page);
    await expectAccessible(page, look.name);
    expect(await horizontalOverflow(page), look.name).toBeLessThanOrEqual(0);
    await own.getByRole('button', { name: 'Save' }).click();
    // A grower who was called leaves the list.
    await expect(own).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(own).toHaveCount(0);
  });
}
