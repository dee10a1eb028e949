/** Nothing on a page shifts while the rest of it loads, whatever the delay and order of the responses. */
import { appPages, openPage } from './pages';
import { expect, test } from './test';

/** The maximum Cumulative Layout Shift of a page. web.dev rates up to 0.1 as good. */
const MOST = 0.05;

/** Response delays in milliseconds, in turn, so that later requests overtake earlier ones. */
const LATE = [700, 200, 500, 900, 300];

interface Move {
  value: number;
  parts: string[];
}

declare global {
  interface Window {
    moves: Move[];
  }
}

/** The browser's layout shift entry, which TypeScript's types lack. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

function watchMoves() {
  window.moves = [];
  const words = ({ node, previousRect, currentRect }: LayoutShift['sources'][number]) =>
    `"${node?.textContent?.slice(0, 40) ?? ''}" from ${previousRect.y} to ${currentRect.y}`;
  new PerformanceObserver((seen) => {
    for (const { value, sources } of seen.getEntries() as LayoutShift[]) {
      window.moves.push({ value, parts: sources.map(words) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

for (const [device, viewport] of Object.entries({
  'a desk': { width: 1280, height: 800 },
  'a phone': { width: 390, height: 844 },
})) {
  for (const each of appPages.filter(({ signedIn }) => signedIn)) {
    test(`${each.name} (${each.path}) stands still while it loads on ${device}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript(watchMoves);
      let asked = 0;
      await page.route('**/api/**', async (route) => {
        const late = LATE[asked % LATE.length] ?? 0;
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, late));
        await route.continue();
      });
      await openPage(page, each);
      expect(asked).toBeGreaterThan(0);
      const moves = await page.evaluate(() => window.moves);
      const sum = moves.reduce((all, { value }) => all + value, 0);
      expect(sum, JSON.stringify(moves, undefined, 2)).toBeLessThanOrEqual(MOST);
    });
  }
}
