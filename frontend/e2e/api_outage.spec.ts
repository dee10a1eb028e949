/** Every page while the API is down: it stays usable, shows an error, and recovers when the API is back. */
import type { Page } from '@playwright/test';
import { contrastLead } from './color';
import { extremeViewports, horizontalOverflow, applyViewport } from './viewports';
import { signInByApi } from './accounts';
import { expect, NO_ANSWER, test } from './test';

interface Outage {
  heading: string;
  /** The button that retries. */
  again: 'Retry' | 'Refresh';
  /** What the page shows instead of figures. */
  says: string | RegExp;
  /** What it shows once the API is back, by panel. */
  back: Record<string, string | RegExp>;
}

const outages: Record<string, Outage> = {
  '/': {
    heading: 'Dashboard',
    again: 'Retry',
    says: 'No forecast data available',
    back: {
      'Total Spend': '$',
      'Purchase Recommendations': 'Recommended',
      'Crop Yield Forecast': 'Forecast Accuracy',
      'Supply Price Index': 'Current Index',
    },
  },
  '/purchase-patterns': {
    heading: 'Customer Purchase Patterns',
    again: 'Retry',
    says: 'Failed to fetch data',
    back: { 'Customer Segmentation': 'Champions', 'Customer Purchasing Patterns': 'a year' },
  },
  '/market-trends': {
    heading: 'Supply Analysis',
    again: 'Retry',
    says: 'Couldn’t load the weather.',
    back: { Corn: '$', 'Weather Impact': 'Midwest', 'Market News and Analysis': 'Positive' },
  },
  '/data-sync': {
    heading: 'Data Sync',
    again: 'Refresh',
    says: 'Issues Detected',
    back: {
      'Source connection': /^Source connectionConnected/,
      'Overall Status': 'Healthy',
    },
  },
  '/account': {
    heading: 'Account Settings',
    again: 'Retry',
    says: /couldn’t reach|couldn’t load|not answer|isn’t responding/i,
    back: { Profile: 'demo@sprout.example', Organization: 'Sprout Demo Farm Supply' },
  },
};

/** Presses every button with this name, one after the other, until none is left or the page has recovered. */
async function askAgain(page: Page, name: Outage['again']): Promise<void> {
  const buttons = page.getByRole('main').getByRole('button', { name, exact: true });
  if (name === 'Refresh') return buttons.click();
  await expect(async () => {
    if ((await buttons.count()) > 0) await buttons.first().click({ timeout: 500 });
    expect(await buttons.count()).toBe(0);
  }).toPass({ timeout: 20_000, intervals: [200] });
}

for (const look of extremeViewports) {
  for (const [path, { heading, again, says, back }] of Object.entries(outages)) {
    test(`${path} without the API (${look.name})`, async ({ page, browserConsole }) => {
      browserConsole.allow(NO_ANSWER);
      browserConsole.allow(/^Failed to/);
      await applyViewport(page, look);
      await signInByApi(page);
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('main').getByText(says).first()).toBeVisible();
      await expect(page.getByRole('status', { name: /loading/ })).toHaveCount(0);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await page.unroute('**/api/**');
      await askAgain(page, again);
      for (const [panel, shown] of Object.entries(back)) {
        await expect(page.getByRole('region', { name: panel, exact: true })).toContainText(shown);
      }
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByText('Your role may')).toHaveCount(0);
    });
  }
}

test('pages that need no figures stay as they are, and the header still leads on', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(NO_ANSWER);
  browserConsole.allow(/^Failed to/);
  await signInByApi(page);
  await page.route(/\/(api|health)\//, (route) => route.abort());
  await page.goto('/ai-bot-simple');
  await expect(page.getByRole('list', { name: 'Sample queries' }).getByRole('link').first()).toBeVisible();
  await page.goto('/test');
  const words = page.getByText('The API isn’t responding');
  await expect(words).toBeVisible();
  const icon = page.getByRole('listitem').filter({ has: words }).locator('svg');
  expect(contrastLead(await icon.evaluate((node) => getComputedStyle(node).color))).toBe('red');
  await page.getByRole('banner').getByRole('link', { name: 'Supply', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supply Analysis');
});

test('signing in without the API says so, keeps what was typed, and works when it is back', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(NO_ANSWER);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill('demo@sprout.example');
  await page.getByLabel('Password', { exact: true }).fill('sprout-demo');
  const send = page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true });
  await send.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('demo@sprout.example');
  await page.unroute('**/api/**');
  await send.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
});

test('a menu whose code cannot load leaves an error, not a blank page', async ({ page, browserConsole }) => {
  browserConsole.allow(NO_ANSWER);
  browserConsole.allow(/dynamically imported module|Failed to render/);
  await signInByApi(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.route('**/assets/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText('Couldn’t load this page. Check your connection and try again.')).toBeVisible();
  await page.unroute('**/assets/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
});
