/** Checks the accessibility of a page in its current state. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import { waitUntilSettled } from './pages';
import { expect } from './test';

/**
 * axe finds no violations. The page is analyzed again for some seconds, because it may still be rendering its
 * last change, such as a new color scheme. `state` names the state of the page in the report.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await expect(async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]);
    expect(found, state).toEqual([]);
  }).toPass({ timeout: 10_000 });
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
