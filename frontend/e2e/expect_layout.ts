/** Checks a page in both color schemes, on desktop and phone: no overflow, and no axe violations. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect_accessible';
import { horizontalOverflow } from './viewports';
import { waitUntilSettled } from './pages';

export async function expectLayout(page: Page, picture: (name: string) => string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await waitUntilSettled(page);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await expectAccessible(page, `${colorScheme}, ${width}`);
      await page.screenshot({ path: picture(`${colorScheme}-${width}.png`), fullPage: true });
    }
  }
}
