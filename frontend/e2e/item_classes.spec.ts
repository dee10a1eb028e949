/** Classes and brands of items: on their pages and on the explore page. */
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { signInWithRows } from './synced_owner';
import { expect, test } from './test';
import { classifiedTables } from './warehouse';

test('an own word for a category is the class of the item, and figures are grouped by it', async ({
  page,
}) => {
  test.slow();
  await signInWithRows(page, classifiedTables);
  await page.goto('/explore?data=inventory&measures=stock_value&by=item_class');
  const result = page.getByRole('region', { name: 'Result', exact: true });
  const row = (name: string) => result.getByRole('row').filter({ hasText: name });
  await expect(row('Herbicide')).toContainText('1,890');
  await expect(row('Hybrid corn')).toContainText('250');
  await page.goto('/explore?data=purchases&measures=spend&by=brand&period=last_12_months');
  await expect(row('Oak Ridge')).toContainText('150');
  await page.goto('/items/glyph-1');
  await expect(page.getByText('glyph-1 · pesticide · Herbicide · Oak Ridge · glyphosate')).toContainText(
    'EPA 12345-678 · restricted use',
  );
  await waitUntilSettled(page);
  await expectAccessibleInEveryViewport(page);
});
