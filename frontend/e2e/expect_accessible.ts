/** Checks the accessibility of a page in its current state. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import { waitUntilSettled } from './pages';
import { expect } from './test';

/** More analyses do not help: the violation stays. */
const MAX_ANALYSES = 5;

/**
 * The violations, as the rule and the HTML of each element. The page computes them alone and returns nothing
 * else: every element that passes, sent here and to a second page, took most of the time of a long table. Of
 * what that second page is for, frames of other origins, the app has none.
 */
async function findViolations(page: Page): Promise<string[][]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]);
}

/**
 * axe finds no violations. If it does, the page is analyzed again, because it may still be rendering its last
 * change, such as a new color scheme. `state` names the state of the page in the report.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  let violations = await findViolations(page);
  for (let attempt = 1; violations.length > 0 && attempt < MAX_ANALYSES; attempt += 1) {
    await page.waitForTimeout(1_000);
    violations = await findViolations(page);
  }
  expect(violations, state).toEqual([]);
}

/**
 * axe finds no violations and nothing overflows the window, in each viewport. The page keeps the last
 * viewport.
 */
export async function expectAccessibleInEveryViewport(page: Page): Promise<void> {
  for (const look of viewports) {
    await applyViewport(page, look);
    await waitUntilSettled(page);
    await expectAccessible(page, look.name);
    expect(await horizontalOverflow(page), look.name).toBe(0);
  }
}
