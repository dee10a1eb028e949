/** The tests' own `test`: every test fails where the browser complained, unless it said beforehand what it expects. */
import { test as base, expect } from '@playwright/test';

export { expect };

/** What the console may show in one test. */
interface Console {
  /** Messages that this test provokes. */
  allow: (message: RegExp) => void;
  /** Everything the console has shown as an error so far. */
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

/** What Chromium writes by itself when an answer carries this status. */
export function isRefusal(status: number): RegExp {
  return new RegExp(`Failed to load resource: the server responded with a status of ${status}`);
}

/** What Chromium writes by itself when a request got no answer. */
export const NO_ANSWER = /Failed to load resource: net::/;
