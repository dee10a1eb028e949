/** Checks a page on every screen size and in both color schemes, in its current state. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import { waitUntilSettled } from './pages';
import { expect } from './test';

/**
 * axe finds no violations and nothing overflows the window, in each viewport. The page keeps the last
 * viewport.
 */
export async function expectAccessibleInEveryViewport(page: Page): Promise<void> {
  for (const look of viewports) {
    await applyViewport(page, look);
    await waitUntilSettled(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]),
      look.name,
    ).toEqual([]);
    expect(await horizontalOverflow(page), look.name).toBe(0);
  }
}
