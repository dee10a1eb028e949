/** Sprout AI against the real server: questions, follow-ups, evidence, and reopening a conversation. */
import type { Page } from '@playwright/test';
import { assistantPage, QUERY } from './assistant_page';
import { waitUntilSettled } from './pages';
import { signInAsOwner, signInByApi } from './accounts';
import { expect, test } from './test';

test.beforeEach(async ({ page }) => signInByApi(page).then(() => undefined));

async function open(page: Page, address = '/ai-bot') {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Sprout AI' })).toBeVisible();
  return assistantPage(page);
}

test('greets, is online, and has nothing to send', async ({ page }) => {
  const chat = await open(page);
  await expect(chat.replies).toHaveCount(1);
  await expect(chat.reply).toContainText('Hello! I am Sprout AI.');
  await expect(chat.reply.getByRole('time')).toBeVisible();
  await expect(chat.health).toHaveText('Online');
  await expect(chat.send).toBeDisabled();
  await chat.input.fill('   ');
  await expect(chat.send).toBeDisabled();
  await chat.input.press('Enter');
  await expect(chat.questions).toHaveCount(0);
});

test('an answer has a badge, a time, and evidence that names tool, arguments and figures', async ({
  page,
}) => {
  const chat = await open(page);
  await chat.button('Low Stock Items').click();
  await expect(chat.questions.last()).toContainText('Low Stock Items');
  await expect(chat.replies).toHaveCount(2);
  await expect(chat.reply.getByText(/^(High|Medium|Low) confidence$/)).toBeVisible();
  await expect(chat.reply.getByText('Instant response')).toBeVisible();
  await expect(chat.input).toHaveValue('');
  await expect(chat.input).toBeFocused();
  await expect(chat.reply).toBeInViewport();
  const receipt = chat.reply.getByRole('button', {
    name: /^Evidence: Low stock items · [\d,]+ rows? · as of /,
  });
  await expect(chat.reply.getByText('Sample data')).toBeVisible();
  await receipt.click();
  const evidence = chat.reply.getByRole('group', { name: 'Evidence', exact: true });
  await expect(evidence).toContainText('Low stock items');
  await expect(evidence.getByText('Limit', { exact: true })).toBeVisible();
  await expect(evidence.getByText('Source rows', { exact: true })).toBeVisible();
  await expect(evidence.getByRole('table').getByRole('row').nth(1)).toBeVisible();
});

test('a question that could mean several things is asked back, and a press answers', async ({ page }) => {
  const chat = await open(page);
  await chat.ask('stock');
  const options = chat.reply.getByRole('group', { name: 'Choose one' }).getByRole('button');
  expect(await options.count()).toBeGreaterThan(1);
  let sent: unknown;
  await page.route(QUERY, (route) => {
    sent = route.request().postDataJSON();
    return route.fallback();
  });
  const label = await options.first().innerText();
  await options.first().click();
  await expect(chat.replies).toHaveCount(3);
  await expect(chat.questions.last()).toContainText(label);
  await expect(chat.reply.getByRole('button', { name: /^Evidence/ })).toBeVisible();
  const conversationId = new URL(page.url()).searchParams.get('conversation');
  expect(sent).toMatchObject({ query: label, conversationId, option: { index: 0 } });
});

test('a conversation is in the URL: reload, continue, begin again, go back', async ({ page }) => {
  const chat = await open(page);
  await chat.ask('Top Products');
  await expect(page).toHaveURL(/\/ai-bot\?conversation=[0-9a-f-]{36}$/);
  const answer = await chat.reply.innerText();
  await page.reload();
  await expect(chat.replies).toHaveCount(2);
  await expect(chat.questions).toContainText(['Top Products']);
  expect(await chat.reply.innerText()).toBe(answer);

  await chat.ask('And last year?');
  await expect(chat.replies).toHaveCount(3);
  await chat.button('New conversation').click();
  await expect(page).toHaveURL(/\/ai-bot$/);
  await expect(chat.replies).toHaveCount(1);
  await expect(chat.input).toBeFocused();
  await page.goBack();
  await expect(chat.replies).toHaveCount(3);
});

test('conversations are listed, renamed and deleted', async ({ page }) => {
  await signInAsOwner(page);
  const chat = await open(page);
  await chat.button('History').click();
  await expect(page.getByText(/^Your conversations appear here/)).toBeVisible();
  await page.keyboard.press('Escape');
  await chat.ask('Low Stock Items');
  await chat.button('History').click();
  const list = page.getByRole('dialog', { name: 'Conversations' }).getByRole('list');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Rename Low Stock Items' }).click();
  await list.getByRole('textbox', { name: 'Title' }).fill('Monday stock');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: /^Monday stock/ })).toBeVisible();
  await list.getByRole('button', { name: 'Delete Monday stock' }).click();
  await list.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/^Your conversations appear here/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/ai-bot$/);
  await expect(chat.replies).toHaveCount(1);
});

test('thumbs are kept', async ({ page }) => {
  const chat = await open(page);
  await chat.ask('Market Trends');
  const down = chat.reply.getByRole('button', { name: 'This did not help' });
  await down.click();
  await chat.reply.getByRole('button', { name: 'Incomplete answer' }).click();
  await chat.reply.getByLabel('Details (optional)').fill('Basis prices');
  await chat.reply.getByRole('button', { name: 'Send feedback' }).click();
  await expect(chat.reply.getByText('Thank you')).toBeVisible();
  await page.reload();
  await expect(down).toHaveAttribute('aria-pressed', 'true');
  const up = chat.reply.getByRole('button', { name: 'This helped' });
  await up.click();
  await expect(chat.reply.getByText('Thank you')).toBeVisible();
  await page.reload();
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await expect(down).toHaveAttribute('aria-pressed', 'false');
});

test('an address asks once', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ai-bot/query')) asked += 1;
  });
  const chat = await open(page, '/AIBot?ask=What%20should%20I%20reorder%3F');
  await expect(chat.questions).toContainText(['What should I reorder?']);
  await expect(page).toHaveURL(/\/AIBot\?conversation=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(chat.questions).toHaveCount(1);
  expect(asked).toBe(1);
});

test('keys: slash, Enter, Shift and Enter, arrow up', async ({ page }) => {
  const chat = await open(page);
  // Keys work once their code is loaded, after the page.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(chat.input).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('Top');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Products');
  await expect(chat.input).toHaveValue('Top\nProducts');
  await page.keyboard.press('Enter');
  await expect(chat.replies).toHaveCount(2);
  await page.keyboard.press('ArrowUp');
  await expect(chat.input).toHaveValue('Top\nProducts');
});

test('suggestions and quick actions ask; the last one checks the health', async ({ page }) => {
  const chat = await open(page);
  for (const name of ['Generate Report', 'Reorder Recommendations', 'Customer Insights']) {
    const before = await chat.replies.count();
    await chat.button(name).click();
    await expect(chat.replies).toHaveCount(before + 1);
    await expect(chat.reply.getByRole('button', { name: /^Evidence/ })).toBeVisible();
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^[\w-]+\.html$/);
  const checked = page.waitForResponse('**/api/ai-bot/health');
  await chat.button('Check System Status').click();
  expect((await checked).status()).toBe(200);
  await expect(page.getByText(/^Online at \d+:\d\d [AP]M\./)).toBeVisible();
});

test('an organization without rows gets words, not figures', async ({ page }) => {
  await signInAsOwner(page);
  const chat = await open(page);
  await expect(chat.suggestions).toContainText('No suggestions available');
  for (const prompt of ['Low Stock Items', 'Market Trends', 'Top Products', 'Sales Insights']) {
    const before = await chat.replies.count();
    await chat.button(prompt).click();
    await expect(chat.replies).toHaveCount(before + 1);
    await expect(chat.reply.getByText('Low confidence')).toBeVisible();
    await expect(chat.reply).not.toContainText('$');
    await expect(chat.reply.getByText('Sample data')).toHaveCount(0);
  }
});

test('prints the conversation, and nothing to press', async ({ page }) => {
  const chat = await open(page);
  await chat.ask('Low Stock Items');
  await page.emulateMedia({ media: 'print' });
  await expect(chat.input).toBeHidden();
  await expect(chat.suggestions).toBeHidden();
  await expect(chat.reply).toBeVisible();
  await expect(chat.reply.getByRole('button', { name: 'This helped' })).toBeHidden();
});

test('stock and reorders are those of the dashboard, figure by figure', async ({ page }) => {
  const chat = await open(page);
  const rowsOf = async (prompt: string, table: string) => {
    await chat.button(prompt).click();
    await expect(chat.reply.getByRole('table', { name: table })).toBeVisible();
    const rows = await chat.reply.getByRole('table', { name: table }).getByRole('row').all();
    return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
  };
  const low = await rowsOf('Low Stock Items', 'Items at or below their advised reorder point');
  const reorder = await rowsOf('Reorder Recommendations', 'What to order now');
  expect(low.length).toBeGreaterThan(0);
  expect(reorder.length).toBeGreaterThan(0);

  await page.goto('/');
  await waitUntilSettled(page);
  const panel = page.getByRole('region', { name: 'Purchase Recommendations' });
  await panel.getByRole('button', { name: /^Show all/ }).click();
  const shown = (item = '', location = '') =>
    panel
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: `Why? ${item}, ${location}`, exact: true }) });
  for (const [item, location, onHand = '', , , toOrder = '', cost = ''] of reorder) {
    const cells = shown(item, location).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(onHand);
    await expect(cells.nth(2)).toHaveText(toOrder);
    await expect(cells.nth(3)).toHaveText(cost);
  }
  // Low stock that is already on order is not recommended again.
  let compared = 0;
  for (const [item, location, onHand = ''] of low) {
    if ((await shown(item, location).count()) === 0) continue;
    await expect(shown(item, location).getByRole('cell').nth(1)).toHaveText(onHand);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(0);
});
