/** A page that is good on every screen and in both colour schemes, as it stands. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { looks, overhang, wear } from './looks';
import { settled } from './pages';
import { expect } from './test';

/** No rule of axe is broken and nothing reaches beyond the window, look by look. The page keeps the last one. */
export async function expectGoodInEveryLook(page: Page): Promise<void> {
  for (const look of looks) {
    await wear(page, look);
    await settled(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]),
      look.name,
    ).toEqual([]);
    expect(await overhang(page), look.name).toBe(0);
  }
}
