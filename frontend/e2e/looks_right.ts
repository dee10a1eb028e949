/** A page as it is in both colour schemes, on a desk and on a phone: nothing overhangs, and axe has nothing to say. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { overhang } from './looks';
import { settled } from './pages';

export async function looksRight(page: Page, picture: (name: string) => string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations, `${colorScheme}, ${width}`).toEqual([]);
      await page.screenshot({ path: picture(`${colorScheme}-${width}.png`), fullPage: true });
    }
  }
}
