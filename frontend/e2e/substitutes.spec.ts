/** What to offer instead of an item that runs short before an order can arrive. */
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { saveDownload } from './downloads';
import { signInWithRows } from './synced_owner';
import { expect, test } from './test';
import { brandTables } from './warehouse';

test('the plan and the item page name a substitute, until nobody accepts any', async ({ page }) => {
  test.slow();
  await signInWithRows(page, brandTables);
  await page.goto('/stock');
  await expect(page.getByText(/^Without customer bookings, all demand is forecast\./)).toBeVisible();
  const plan = page.getByRole('region', { name: 'What to do', exact: true });
  const row = plan.getByRole('row', { name: /Glyphosate A/ });
  await expect(row).toContainText(
    /Offer Glyphosate B instead: \d+ gallons can be spared, saves about \$[\d,]+\.\d\d/,
  );
  await expect(plan).toContainText('1 line has a substitute to offer.');
  const { rows } = await saveDownload(page, plan.getByRole('button', { name: /^Export.*as CSV$/ }));
  const [headings = [], ...lines] = rows;
  const column = headings.indexOf('Substitute');
  expect(lines.map((cells) => cells[column])).toContain('Glyphosate B');

  await row.getByRole('button', { name: /^Glyphosate A, Main yard/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Glyphosate A, Main yard' });
  await expect(sheet).toContainText('Assumes that 50% of customers accept it');
  await waitUntilSettled(page);
  await expectAccessibleInEveryViewport(page);

  await page.goto('/items/gly-a');
  const substitutes = page.getByRole('region', { name: 'Substitutes', exact: true });
  await expect(substitutes.getByRole('link', { name: /^Offer Glyphosate B instead/ })).toHaveAttribute(
    'href',
    '/items/gly-b',
  );
  await waitUntilSettled(page);
  await expectAccessibleInEveryViewport(page);

  await page.goto('/?ordering=costs');
  const costs = page.getByRole('dialog', { name: 'Ordering costs' });
  await costs.getByLabel('Customers who accept a substitute (%)').fill('0');
  await costs.getByRole('button', { name: 'Save costs' }).click();
  await expect(costs).toContainText('Costs saved.');
  await page.goto('/items/gly-a');
  await expect(substitutes).toContainText('No location runs short while an item');
});
