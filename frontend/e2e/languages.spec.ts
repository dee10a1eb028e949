/** Every language fits: no page scrolls sideways, and no button cuts its label off. Also from right to left. */
import type { Page } from '@playwright/test';
import { signInAsOwner, signInByApi } from './accounts';
import { appPages } from './pages';
import { expect, test } from './test';
import { horizontalOverflow } from './viewports';

/** Its name of the dashboard, and what it says about common passwords. */
const LANGUAGES = {
  de: ['Dashboard', 'zu verbreitet'],
  es: ['Panel', 'demasiado común'],
  fr: ['Tableau de bord', 'trop courant'],
  pt: ['Painel', 'comum demais'],
} as const;
const WIDTHS = [1280, 390];

/** Opens a page without its English texts, and waits until it has loaded. */
async function openTranslated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** The labels of buttons, links and tabs that are wider than their box. */
const findClippedLabels = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, [role="tab"], label')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .map((element) => element.innerText),
  );

async function expectFit(page: Page, place: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await horizontalOverflow(page), `${place} at ${String(width)} px`).toBeLessThanOrEqual(0);
    expect(await findClippedLabels(page), `${place} at ${String(width)} px`).toEqual([]);
  }
}

for (const [language, [dashboard, tooCommon]] of Object.entries(LANGUAGES)) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test('a first visit has the language of the browser', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1, name: dashboard, exact: true })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    });

    test('what the server rejects is explained in the language', async ({ page, browserConsole }) => {
      browserConsole.allow(/status of 422/);
      await page.goto('/register');
      const form = page.locator('main form');
      await form.locator('input[name="organization"]').fill('Prairie');
      await form.locator('input[name="name"]').fill('Ada');
      await form.locator('input[name="email"]').fill('ada@prairie.example');
      await form.locator('input[name="password"]').fill('password1');
      await form.locator('button[type="submit"]').click();
      await expect(form).toContainText(tooCommon);
    });

    for (const signedIn of [true, false]) {
      test(`pages fit ${signedIn ? 'for members' : 'for visitors'}`, async ({ page, browserConsole }) => {
        test.slow();
        browserConsole.allow(/^404: there is no page at /);
        if (signedIn) await signInByApi(page);
        for (const { path, ...other } of appPages) {
          if (other.signedIn !== signedIn) continue;
          await openTranslated(page, path);
          await expectFit(page, path);
        }
      });
    }
  });
}

test('pages mirror from right to left', async ({ page }) => {
  await signInByApi(page);
  for (const path of ['/', '/stock', '/data-sync', '/account']) {
    await openTranslated(page, path);
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await expectFit(page, path);
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(heading && heading.x + heading.width, path).toBeGreaterThan(195);
  }
});

test('a person chooses a language, which applies at once and after signing in again', async ({ page }) => {
  await signInAsOwner(page);
  await page.goto('/account');
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kontoeinstellungen' })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('sprout-preferences'));
  await page.goto('/');
  await expect(page.getByText('Willkommen zurück!')).toBeVisible();
});
