/** The number of requests of a visit: the page, its code and typeface, and API calls. */
import { signInByApi } from './accounts';
import { waitUntilIdle } from './pages';
import { expect, test } from './test';

/** Each request is a round trip on a slow network. */
const MAX_REQUESTS = 20;
/** The dashboard has ten API calls. */
const MAX_DASHBOARD_REQUESTS = 25;

const pages: Readonly<Record<string, number>> = {
  '/': MAX_DASHBOARD_REQUESTS,
  '/purchase-patterns': MAX_REQUESTS,
  '/calls': MAX_REQUESTS,
  '/stock': MAX_REQUESTS,
  '/market-trends': MAX_REQUESTS,
  '/ai-bot': MAX_REQUESTS,
  '/data-sync': MAX_REQUESTS,
  '/explore': MAX_REQUESTS,
  '/methods': MAX_REQUESTS,
  '/notifications': MAX_REQUESTS,
  '/account': MAX_REQUESTS,
  '/organization': MAX_REQUESTS,
};

for (const [path, limit] of Object.entries(pages)) {
  test(`a visit of ${path} has at most ${limit} requests`, async ({ page }) => {
    await signInByApi(page);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(`${request.method()} ${request.url()}`));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await waitUntilIdle(page);
    // Code and API calls are among them.
    expect(requested.some((each) => each.endsWith('.js'))).toBe(true);
    expect(requested.some((each) => each.includes('/api/'))).toBe(true);
    expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(limit);
  });
}
