/** The API reference (Swagger UI) works under a policy that allows only its own scripts. */
import { expect, test } from './test';

test('shows every operation, and runs no script that someone brings in', async ({ page, browserConsole }) => {
  const answer = await page.goto('/docs');
  expect(answer?.headers()['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
  await expect(page.getByRole('heading', { level: 2, name: /^Sprout/ })).toBeVisible();
  await expect(page.locator('.opblock-summary-path', { hasText: '/api/auth/login' })).toBeVisible();
  expect(browserConsole.errors).toEqual([]);

  browserConsole.allow(/Content policy: script-src-elem refused inline/);
  browserConsole.allow(/Executing inline script violates/);
  browserConsole.allow(/Refused to execute inline script/);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.broughtIn = true';
    document.body.append(script);
    return 'broughtIn' in window;
  });
  expect(ran).toBe(false);
});
