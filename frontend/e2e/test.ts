/** A `test` that fails on unexpected browser errors. */
import { test as base, expect } from '@playwright/test';

export { expect };

/** The console errors of one test. */
interface Console {
  /** Messages that this test expects. */
  allow: (message: RegExp) => void;
  /** All console errors so far. */
  errors: readonly string[];
}

export const test = base.extend<{ browserConsole: Console }>({
  browserConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      context.on('weberror', (failure) => errors.push(failure.error().message));
      await context.addInitScript(() => {
        document.addEventListener(
          'securitypolicyviolation',
          ({ violatedDirective, blockedURI, sourceFile }) => {
            console.error(`Content policy: ${violatedDirective} refused ${blockedURI} of ${sourceFile}`);
          },
        );
      });
      await use({ allow: (message) => allowed.push(message), errors });
      expect(errors.filter((message) => !allowed.some((each) => each.test(message)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Chromium's message for a response with this status. */
export function isRefusal(status: number): RegExp {
  return new RegExp(`Failed to load resource: the server responded with a status of ${status}`);
}

/** Chromium's message for a request without a response. */
export const NO_ANSWER = /Failed to load resource: net::/;
