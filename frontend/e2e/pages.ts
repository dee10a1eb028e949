/** Every page of the app, for tests that go through all of them. */
import { expect, type Page } from '@playwright/test';
import { signInByApi } from './accounts';

interface AppPage {
  name: string;
  path: string;
  /** The text of its first heading. */
  heading: string;
  signedIn: boolean;
}

const signedIn = (name: string, path: string, heading = name): AppPage => ({
  name,
  path,
  heading,
  signedIn: true,
});
const anonymous = (name: string, path: string, heading: string): AppPage => ({
  name,
  path,
  heading,
  signedIn: false,
});

export const MISSING_PATH = '/no/such/page';

export const appPages: readonly AppPage[] = [
  signedIn('Dashboard', '/'),
  signedIn('Customer Purchase Patterns', '/purchase-patterns'),
  signedIn('Call list', '/calls'),
  signedIn('Season position', '/stock'),
  signedIn('Supply Analysis', '/market-trends'),
  signedIn('Sprout AI', '/ai-bot'),
  signedIn('About Sprout AI', '/ai-bot-simple'),
  signedIn('Data Sync', '/data-sync'),
  signedIn('Explore', '/explore'),
  signedIn('Notifications', '/notifications'),
  signedIn('How figures are computed', '/methods'),
  signedIn('System check', '/test'),
  signedIn('Account Settings', '/account'),
  signedIn('Organization', '/organization'),
  anonymous('Sign in', '/sign-in', 'Sign in'),
  anonymous('Invitation', '/invitation', 'Invitation'),
  anonymous('Register', '/register', 'Create an account'),
  anonymous('Forgot password', '/forgot-password', 'Forgot your password?'),
  anonymous('New password', '/reset-password#token=none', 'Choose a new password'),
  anonymous('Unsubscribe', '/unsubscribe#token=none', 'Unsubscribe from emails'),
  anonymous('Confirm address', '/verify-email#token=none', 'Confirm your email address'),
  anonymous('Demo dashboard', '/', 'Dashboard'),
  anonymous('Demo explore', '/explore', 'Explore'),
  anonymous('Demo methods', '/methods', 'How figures are computed'),
  anonymous('404', MISSING_PATH, 'Page Not Found'),
];

/** Opens a page as a user who may see it, and waits until it has loaded. */
export async function openPage(page: Page, { path, heading, signedIn }: AppPage): Promise<void> {
  if (signedIn) await signInByApi(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await waitUntilSettled(page);
}

/** Waits until no request or placeholder is left. Scrolls to parts that load when visible, such as charts. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const placeholders = page.getByRole('status', { name: /loading|running/ });
  await expect(async () => {
    if ((await placeholders.count()) > 0) await placeholders.first().scrollIntoViewIfNeeded({ timeout: 500 });
    expect(await placeholders.count()).toBe(0);
  }).toPass({ timeout: 15_000, intervals: [100, 200, 300] });
  await page.evaluate(() => scrollTo(0, 0));
}

/** Waits until nothing was loaded for a while, neither at once nor when the browser is idle. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const wait = (known?: number) =>
          requestIdleCallback(() =>
            setTimeout(() => {
              const loaded = performance.getEntriesByType('resource').length;
              if (loaded === known) done();
              else wait(loaded);
            }, 500),
          );
        wait();
      }),
  );
}
