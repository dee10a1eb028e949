/** End-to-end tests: a real browser against the real binary, which `e2e/server.ts` starts for the run. */
import { defineConfig } from '@playwright/test';
import { serverAddress } from './e2e/environment';

/** As a test needs the browser: no sandbox, so that root may start it, and no calls of its own to the outside. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where `make test` collects the reports of a run. */
const reports = process.env.SPROUT_TEST_REPORTS;

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  globalSetup: './e2e/server.ts',
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A machine under load finds races that one run in hundreds has. They are listed as flaky, and don't hold a
  // change up that has nothing to do with them.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ...(reports
      ? [['./e2e/assertion_reporter.ts', { outputFile: `${reports}/playwright.json` }] as const]
      : []),
  ],
  use: {
    ...serverAddress(),
    // Tests see every request; `installed_app.spec.ts` and `stored_answers.spec.ts` have the service worker.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    viewport: { width: 1280, height: 800 },
    // Half a fade is a color that nobody chose.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.SPROUT_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: CHROMIUM_FLAGS,
    },
  },
});
