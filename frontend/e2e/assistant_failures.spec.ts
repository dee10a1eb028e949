/** Sprout AI when the server is slow, returns errors, or is down. */
import { assistantPage, FALLBACK, QUERY } from './assistant_page';
import { contrastLead } from './color';
import { createDeferred } from './deferred';
import { waitUntilSettled } from './pages';
import { signInByApi } from './accounts';
import { expect, isRefusal, test } from './test';

const HEALTH_LABELS = '**/api/ai-bot/health';
const SUGGESTIONS = '**/api/ai-bot/suggestions';
const NOT_ANSWERED = /^Failed to answer the question/;

test.beforeEach(async ({ page }) => signInByApi(page).then(() => undefined));

test('a slow answer: it thinks, nothing else is sent, Esc stops, and asking again works', async ({
  page,
}) => {
  const gate = createDeferred();
  let asked = 0;
  await page.route(QUERY, async (route) => {
    asked += 1;
    if (asked === 1) await gate.promise;
    await route.fallback();
  });
  await page.goto('/ai-bot');
  const chat = assistantPage(page);
  await chat.input.fill('Low Stock Items');
  await chat.input.press('Enter');
  await expect(chat.thinking).toBeVisible();
  await expect(chat.questions).toHaveCount(1);
  await chat.input.fill('Top Products');
  await chat.input.press('Enter');
  await expect(chat.send).toBeDisabled();
  await expect(chat.button('Low Stock Items')).toBeDisabled();
  await expect(chat.input).toHaveValue('Top Products');
  expect(asked).toBe(1);
  await page.keyboard.press('Escape');
  await expect(chat.thinking).toBeHidden();
  await expect(page.getByText('You stopped this answer.')).toBeVisible();
  gate.resolve();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(chat.reply.getByText('Instant response')).toBeVisible();
  await expect(chat.questions).toHaveCount(1);
  await expect(chat.input).toHaveValue('Top Products');
});

for (const [outage, answer] of Object.entries({
  'that gets no response': undefined,
  'that fails without a message': { status: 500, body: 'broken' },
  'that is refused': {
    status: 429,
    json: {
      success: false,
      message: 'Too many questions. Wait a minute.',
      code: 'limited',
      requestId: 'req-e2e-3',
    },
  },
})) {
  test(`a question ${outage} gets the fallback, and Retry asks it again`, async ({
    page,
    browserConsole,
  }) => {
    browserConsole.allow(/^Failed to load resource/);
    browserConsole.allow(NOT_ANSWERED);
    await page.route(QUERY, (route) => (answer === undefined ? route.abort() : route.fulfill(answer)), {
      times: 1,
    });
    await page.goto('/ai-bot');
    const chat = assistantPage(page);
    await chat.ask('Low Stock Items');
    await expect(chat.reply).toContainText(FALLBACK);
    if (answer !== undefined && 'json' in answer) {
      await expect(chat.reply).toContainText('Too many questions. Wait a minute. Request req-e2e-3.');
    }
    await chat.reply.getByRole('button', { name: 'Retry' }).click();
    await expect(chat.reply.getByText('Instant response')).toBeVisible();
    await expect(chat.questions).toHaveCount(1);
    expect(browserConsole.errors.some((message) => NOT_ANSWERED.test(message))).toBe(true);
  });
}

test('health that fails says Limited, and the quick action checks again', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(503));
  browserConsole.allow(/^Failed to check the assistant's health/);
  const down = { status: 503, json: { success: false, message: 'Not now.', code: 'down', requestId: 'r' } };
  await page.route(HEALTH_LABELS, (route) => route.fulfill(down));
  await page.goto('/ai-bot');
  const chat = assistantPage(page);
  await expect(chat.health).toContainText('Limited');
  await expect(chat.health).toHaveAttribute('data-status', 'degraded');
  await page.unroute(HEALTH_LABELS);
  await chat.button('Check System Status').click();
  await expect(chat.health).toHaveText('Online');
});

test('suggestions that do not load are only logged', async ({ page, browserConsole }) => {
  browserConsole.allow(/^Failed to load/);
  await page.route(SUGGESTIONS, (route) => route.abort());
  await page.goto('/ai-bot');
  await waitUntilSettled(page);
  const chat = assistantPage(page);
  await expect(chat.suggestions).toContainText('No suggestions available');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(browserConsole.errors.some((message) => /^Failed to load the suggestions/.test(message))).toBe(true);
});

test('suggestions show three items and count the rest; a click asks for more', async ({ page }) => {
  const suggestion = (priority: string, index: number) => ({
    id: `s${String(index)}`,
    title: `Matter ${String(index)}`,
    message: 'Something stands out.',
    action: 'Look at it',
    priority,
    items: ['One', 'Two', 'Three', 'Four', 'Five'].slice(0, 5 - index),
  });
  const suggestions = ['high', 'medium', 'low'].map(suggestion);
  await page.route(SUGGESTIONS, (route) => route.fulfill({ json: { success: true, data: { suggestions } } }));
  await page.goto('/ai-bot');
  const chat = assistantPage(page);
  const card = (index: number) => chat.suggestions.getByRole('button', { name: `Matter ${String(index)}` });
  await expect(card(0)).toContainText(/One\s*Two\s*Three\s*\+2 more/);
  await expect(card(1)).toContainText('+1 more');
  await expect(card(2)).not.toContainText('more');
  const hue = (index: number) =>
    card(index)
      .locator('[data-tone]')
      .evaluate((mark) => getComputedStyle(mark).borderTopColor);
  expect(contrastLead(await hue(0))).toBe('red');
  expect(contrastLead(await hue(1))).toBe('yellow');
  expect(contrastLead(await hue(2))).toBe('blue');
  await card(0).click();
  await expect(chat.questions).toContainText(['Tell me more about: Matter 0']);
});

test('confidence has its colors, light and dark', async ({ page }) => {
  await page.route(QUERY, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    const { query } = route.request().postDataJSON() as { query: string };
    const confidence = { 'Low Stock Items': 'High', 'Market Trends': 'Medium', 'Top Products': 'Low' }[query];
    await route.fulfill({ json: { ...body, data: { ...body.data, confidence } } });
  });
  await page.goto('/ai-bot');
  const chat = assistantPage(page);
  for (const [question, word, hue] of [
    ['Low Stock Items', 'High', 'green'],
    ['Market Trends', 'Medium', 'yellow'],
    ['Top Products', 'Low', 'red'],
  ] as const) {
    await chat.ask(question);
    const badge = chat.reply.getByText(`${word} confidence`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(contrastLead(await badge.evaluate((mark) => getComputedStyle(mark).borderTopColor))).toBe(hue);
    }
  }
});

test('on a phone the side panel is a sheet, the input stays at the bottom, and nothing sticks out', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/ai-bot');
  const chat = assistantPage(page);
  await chat.ask('Low Stock Items');
  await chat.ask('Market Trends');
  const box = await chat.input.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  expect(box?.y).toBeGreaterThan(600);
  await chat.reply.getByRole('button', { name: /^Evidence/ }).click();
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBeLessThanOrEqual(0);
  await expect(chat.suggestions).toBeHidden();
  await chat.button('Suggestions').click();
  await expect(chat.suggestions).toBeVisible();
  await page.getByRole('button', { name: 'Reorder Recommendations' }).click();
  await expect(chat.suggestions).toBeHidden();
  await expect(chat.replies).toHaveCount(4);
});
