/** The number of requests of a visit: the page, its code and typeface, and API calls. */
import { signInByApi } from './accounts';
import { waitUntilIdle } from './pages';
import { expect, test } from './test';

/** Each request is a round trip on a slow network. */
const MAX_REQUESTS = 20;

const pages = [
  '/',
  '/purchase-patterns',
  '/calls',
  '/stock',
  '/market-trends',
  '/ai-bot',
  '/data-sync',
  '/explore',
  '/methods',
  '/notifications',
  '/account',
  '/organization',
  '/customers/C-00198A',
  '/items/SE-3103',
  '/suppliers/SUP-201',
  '/locations/Ames',
];

for (const path of pages) {
  test(`a visit of ${path} has at most ${MAX_REQUESTS} requests`, async ({ page }) => {
    await signInByApi(page);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(`${request.method()} ${request.url()}`));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Not found' })).toHaveCount(0);
    await waitUntilIdle(page);
    // Code and API calls are among them.
    expect(requested.some((each) => each.endsWith('.js'))).toBe(true);
    expect(requested.some((each) => each.includes('/api/'))).toBe(true);
    expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
  });
}
