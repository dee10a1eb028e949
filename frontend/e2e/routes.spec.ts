/** Every address of the route table opens its page, matched exactly, without browser errors. */
import { signInByApi } from './accounts';
import { expect, test } from './test';

const routes: Record<string, readonly string[]> = {
  Dashboard: ['/', '/dashboard', '/Dashboard', '/index', '/Index'],
  'Customer Purchase Patterns': [
    '/purchase-patterns',
    '/customer-segmentation',
    '/PurchasePatterns',
    '/Purchase-Patterns',
    '/CustomerSegmentation',
    '/Customer-Segmentation',
  ],
  'Supply Analysis': ['/market-trends', '/MarketTrends', '/Market-Trends'],
  'Sprout AI': ['/ai-bot', '/AIBot', '/AI-Bot'],
  'About Sprout AI': ['/ai-bot-simple'],
  'Data Sync': ['/data-sync', '/DataSync', '/Data-Sync'],
  'Call list': ['/calls'],
  'Season position': ['/stock'],
  'How figures are computed': ['/methods'],
  'System check': ['/test'],
  'Account Settings': ['/account'],
};

/** The header link that is marked on a screen. */
const marked: Record<string, string> = {
  Dashboard: 'Dashboard',
  'Customer Purchase Patterns': 'Customers',
  'Supply Analysis': 'Supply',
  'Sprout AI': 'Sprout AI',
};

for (const [heading, addresses] of Object.entries(routes)) {
  test(`${heading}: ${addresses.join(' ')}`, async ({ page }) => {
    await signInByApi(page);
    for (const address of addresses) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading);
      expect(new URL(page.url()).pathname).toBe(address);
      const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
      await expect(current, address).toHaveText(heading in marked ? [marked[heading] ?? ''] : []);
    }
  });
}

test('the header leads to the four pages, and the brand leads home', async ({ page }) => {
  await signInByApi(page);
  await page.goto('/test');
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const [heading, link] of Object.entries(marked)) {
    await main.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await page.getByRole('banner').getByRole('link', { name: 'Sprout', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the header stays in sight while the page scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
});

test('the routing test page checks the server and links where it says', async ({ page, browserConsole }) => {
  browserConsole.allow(/^404: there is no page at \/(supplies|alerts)$/);
  await signInByApi(page);
  const headings = {
    '/': 'Dashboard',
    '/ai-bot': 'Sprout AI',
    '/supplies': 'Page Not Found',
    '/alerts': 'Page Not Found',
    '/data-sync': 'Data Sync',
  };
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto('/test');
    await expect(page.getByText(/The API answered in \d+ ms/)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: path, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});
