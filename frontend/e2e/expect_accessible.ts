/** A page that is good on every screen and in both color schemes, as it stands. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import { waitUntilSettled } from './pages';
import { expect } from './test';

/** No rule of axe is broken and nothing reaches beyond the window, look by look. The page keeps the last one. */
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
