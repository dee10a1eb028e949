/** axe finds no violations on any page, in light and dark mode, on desktop and phone. No rule is disabled. */
import { expectAccessible } from './expect_accessible';
import { assistantPage } from './assistant_page';
import { appPages, openPage, waitUntilSettled } from './pages';
import { signInByApi } from './accounts';
import { expect, test } from './test';

// The slowest file: axe analyzes each page four times, so its tests run in parallel.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

const widths = { desk: 1280, phone: 390 };

for (const each of appPages) {
  test(`${each.name} (${each.path})`, async ({ page, browserConsole }) => {
    browserConsole.allow(/^404: there is no page at /);
    await openPage(page, each);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [device, width] of Object.entries(widths)) {
        await page.setViewportSize({ width, height: 800 });
        await waitUntilSettled(page);
        await expectAccessible(page, `${colorScheme}, ${device}`);
      }
    }
  });
}

test('opened menus and explanations', async ({ page }) => {
  await signInByApi(page);
  await page.goto('/');
  await page
    .getByRole('button', { name: /^Why\?/ })
    .first()
    .click();
  for (const summary of await page.getByText('How is this computed?').all()) await summary.click();
  await waitUntilSettled(page);
  await expectAccessible(page, 'explanations');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expectAccessible(page, 'account menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expectAccessible(page, 'phone menu');
});

test('an answered conversation, its evidence, its forms and its sheets', async ({ page }) => {
  await signInByApi(page);
  await page.goto('/ai-bot');
  const chat = assistantPage(page);
  await chat.ask('stock');
  for (const prompt of ['Low Stock Items', 'Market Trends']) {
    await chat.ask(prompt);
    await chat.reply.getByRole('button', { name: /^Evidence/ }).click();
  }
  await chat.reply.getByRole('button', { name: 'This did not help' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [device, width] of Object.entries(widths)) {
      await page.setViewportSize({ width, height: 800 });
      await waitUntilSettled(page);
      await expectAccessible(page, `${colorScheme}, ${device}`);
    }
    await chat.button('History').click();
    await expect(page.getByRole('dialog').getByRole('list')).toBeVisible();
    await expectAccessible(page, `${colorScheme}, history`);
    await page.keyboard.press('Escape');
    await chat.button('Suggestions').click();
    await expectAccessible(page, `${colorScheme}, suggestions`);
    await page.keyboard.press('Escape');
  }
});
