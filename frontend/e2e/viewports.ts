/** The screen sizes and color schemes that every page supports. */
import type { Page } from '@playwright/test';

interface Viewport {
  name: string;
  width: number;
  colorScheme: 'light' | 'dark';
}

export const viewports: readonly Viewport[] = [
  { name: 'desktop, light', width: 1280, colorScheme: 'light' },
  { name: 'desktop, dark', width: 1280, colorScheme: 'dark' },
  { name: 'phone, light', width: 360, colorScheme: 'light' },
  { name: 'phone, dark', width: 360, colorScheme: 'dark' },
];

/** Two viewports that differ in size and color scheme. */
export const extremeViewports: readonly Viewport[] = viewports.filter(
  ({ width, colorScheme }) => (width === 360) === (colorScheme === 'dark'),
);

export async function applyViewport(page: Page, { width, colorScheme }: Viewport): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
}

/** How far the page overflows its window, in CSS pixels. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
