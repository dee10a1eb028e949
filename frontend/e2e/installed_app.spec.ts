/** The installed app: its page opens without a connection. */
import { signInByApi } from './accounts';
import { expect, NO_ANSWER, test } from './test';

test.use({ serviceWorkers: 'allow' });

test('opens without a connection, with its code only', async ({ page, context, browserConsole }) => {
  browserConsole.allow(NO_ANSWER);
  browserConsole.allow(/cannot be reached|Failed to load/);
  await signInByApi(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The second visit goes through the worker.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');

  const stored = await page.evaluate(async () => {
    const requests = await (await caches.open('sprout-shell')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toContain('/');
  expect(stored.filter((path) => !['/', '/complete'].includes(path) && !path.startsWith('/assets/'))).toEqual(
    [],
  );

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sprout', exact: true })).toBeVisible();
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible();
});

test('has a manifest with icons that exist', async ({ page }) => {
  await page.goto('/sign-in');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
});
