/** Checks a page in both color schemes, on desktop and phone: no overflow, and no axe violations. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { horizontalOverflow } from './viewports';
import { waitUntilSettled } from './pages';

export async function expectLayout(page: Page, picture: (name: string) => string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await waitUntilSettled(page);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations, `${colorScheme}, ${width}`).toEqual([]);
      await page.screenshot({ path: picture(`${colorScheme}-${width}.png`), fullPage: true });
    }
  }
}
