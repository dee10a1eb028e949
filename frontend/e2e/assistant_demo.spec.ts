/** The assistant demo page: texts, links of its questions, and badge colors. */
import { assistantPage } from './assistant_page';
import { signInByApi } from './accounts';
import { contrastLead } from './color';
import { expect, test } from './test';

test.beforeEach(async ({ page }) => {
  await signInByApi(page);
  await page.goto('/ai-bot-simple');
});

test('cards say what can be asked, and links lead to the chat, Data Sync and the dashboard', async ({
  page,
}) => {
  const main = page.getByRole('main');
  for (const name of ['Stock', 'Buying', 'Sales', 'Customers', 'Markets', 'Data sync']) {
    const card = main.getByRole('region', { name, exact: true });
    await expect(card.getByRole('listitem').first()).toBeVisible();
  }
  for (const [link, path, heading] of [
    ['Ask Sprout AI', '/ai-bot', 'Sprout AI'],
    ['Data Sync', '/data-sync', 'Data Sync'],
    ['Dashboard', '/dashboard', 'Dashboard'],
  ] as const) {
    await page.goto('/ai-bot-simple');
    await main.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('each sample query is a link to the chat that carries the question', async ({ page }) => {
  const links = page.getByRole('list', { name: 'Sample queries' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  expect(await links.count()).toBeGreaterThanOrEqual(10);
  const question = 'What are we about to run out of?';
  const link = links.filter({ hasText: question });
  const target = new URL((await link.getAttribute('href')) ?? '', page.url());
  expect([target.pathname, target.searchParams.get('ask')]).toEqual(['/ai-bot', question]);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sprout AI');
  const chat = assistantPage(page);
  await expect(chat.questions).toContainText([question]);
  // Leaving before the response arrives logs a browser error.
  await expect(chat.reply.getByText('Instant response')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`High is green, Medium yellow, Low red (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const meanings = page.getByRole('region', { name: 'How Sprout AI answers' });
    for (const [word, hue] of Object.entries({ High: 'green', Medium: 'yellow', Low: 'red' })) {
      const badge = meanings.getByText(word, { exact: true });
      const color = await badge.evaluate((node) => getComputedStyle(node).borderTopColor);
      expect(contrastLead(color), `${word} is ${color}`).toBe(hue);
    }
  });
}

test('a visitor reads it, and asks about the demo', async ({ page }) => {
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.context().clearCookies();
  await page.goto('/ai-bot-simple');
  await page.getByRole('link', { name: 'What are we about to run out of?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sprout AI');
  await expect(page.getByRole('log')).toContainText('What are we about to run out of?');
});
