/** A saved view on the dashboard, from pinning to unpinning. */
import { signInWithRows } from './synced_owner';
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { expect, test } from './test';

test('a pinned view shows its figures below the dashboard', async ({ page }, info) => {
  test.setTimeout(120_000);
  await signInWithRows(page);
  for (const [by, name] of [
    ['item', 'Spend by item'],
    ['', 'Spend in all'],
  ] as const) {
    await page.goto(`/explore?data=purchases&measures=spend&by=${by}&period=last_90_days`);
    await page.getByRole('button', { name: 'Save view' }).click();
    const saving = page.getByRole('dialog', { name: 'Save view' });
    await saving.getByLabel('Name', { exact: true }).fill(name);
    await saving.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Pin to dashboard' }).click();
    await expect(page.getByRole('button', { name: 'Unpin from dashboard' })).toBeVisible();
  }

  await page.goto('/');
  const chart = page.getByRole('region', { name: 'Spend by item', exact: true });
  const table = page.getByRole('region', { name: 'Spend in all', exact: true });
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.getByRole('img').or(chart.locator('svg')).first()).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').last()).toContainText('$500.00');
  await waitUntilSettled(page);
  await chart.screenshot({ path: info.outputPath('chart.png') });
  await expectAccessibleInEveryViewport(page);

  await page.getByRole('button', { name: 'Unpin Spend in all' }).click();
  await expect(table).toHaveCount(0);
  await chart.getByRole('link', { name: 'Open in Explore' }).click();
  await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText('$200.00');
  await expect(page.getByLabel('Saved views')).toHaveValue(/./);
});
