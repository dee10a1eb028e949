/** The parts of an answered question: taken out, changed, opened in Explore and pinned to the dashboard. */
import { assistantPage } from './assistant_page';
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { signInWithRows } from './synced_owner';
import { expect, test } from './test';

test('a question is changed part by part, and its figures go to Explore and the dashboard', async ({
  page,
}, info) => {
  test.setTimeout(120_000);
  await signInWithRows(page);
  await page.goto('/ai-bot');
  const chat = assistantPage(page);
  await chat.ask('spend by item over $160 in the last 90 days');
  await expect(chat.reply).toContainText('$200.00');
  const parts = chat.reply.getByRole('group', { name: 'Parts of the question' });
  await expect(parts.getByRole('button', { name: /^Change / })).toHaveText([
    'spend',
    'by item',
    'over $160',
    'in the last 90 days',
  ]);
  await waitUntilSettled(page);
  await page.screenshot({ path: info.outputPath('parts.png') });
  await expectAccessibleInEveryViewport(page);

  // A threshold that the explore page shows and removes.
  await chat.reply.getByRole('link', { name: 'Open in Explore' }).click();
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result).toContainText('Corn seed 105');
  await expect(result).not.toContainText('Glyphosate');
  await page.getByRole('button', { name: 'Remove: Spend > 160' }).click();
  await expect(result).toContainText('Glyphosate');
  await page.goBack();
  await page.goBack();

  await chat.reply.getByRole('button', { name: 'Remove over $160' }).click();
  await expect(chat.replies).toHaveCount(3);
  await expect(chat.reply).not.toContainText('Not used');
  await expect(chat.reply.getByRole('button', { name: 'Change over $160' })).toHaveCount(0);
  await chat.reply.getByRole('button', { name: 'Change by item' }).click();
  await expect(chat.input).toBeFocused();
  await page.keyboard.type('by supplier');
  await page.keyboard.press('Enter');
  await expect(chat.replies).toHaveCount(4);
  await expect(chat.reply.getByRole('button', { name: 'Change by supplier' })).toBeVisible();

  await chat.reply.getByRole('button', { name: 'Pin to dashboard' }).click();
  await chat.reply.getByRole('link', { name: 'Open the dashboard' }).click();
  await expect(page.getByRole('region', { name: 'by supplier', exact: true })).toBeVisible();
});
