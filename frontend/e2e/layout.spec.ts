/** The layout of every page: the sticky header, its four links, and the current-page mark. */
import { contrastLead } from './color';
import { appPages, openPage } from './pages';
import { signInByApi } from './accounts';
import { expect, test } from './test';

const links = {
  Dashboard: '/',
  Customers: '/purchase-patterns',
  Supply: '/market-trends',
  'Sprout AI': '/ai-bot',
};

for (const each of appPages) {
  test(`${each.name} (${each.path}) stands under the common header`, async ({ page, browserConsole }) => {
    browserConsole.allow(/^404: there is no page at /);
    await openPage(page, each);
    const banner = page.getByRole('banner');
    expect(await banner.evaluate((node) => getComputedStyle(node).position)).toBe('sticky');
    await expect(banner.getByRole('link', { name: 'Sprout', exact: true })).toHaveAttribute('href', '/');
    const main = banner.getByRole('navigation', { name: 'Main', exact: true });
    await expect(main.getByRole('link')).toHaveText(Object.keys(links));
    for (const [name, path] of Object.entries(links)) {
      await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
    }
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the open page is marked, and Sprout AI stands out (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signInByApi(page);
    await page.goto('/market-trends');
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
    const look = (name: string) =>
      link(name).evaluate((node) => {
        const { color, backgroundImage, backgroundColor } = getComputedStyle(node);
        return { color, line: backgroundImage, backgroundColor };
      });
    await expect(link('Supply')).toHaveAttribute('aria-current', 'page');
    const [active, other, featured] = [
      await look('Supply'),
      await look('Customers'),
      await look('Sprout AI'),
    ];
    expect(contrastLead(active.color)).toBe('green');
    expect(active.line).toContain(`linear-gradient(${active.color}`);
    expect(other.color).not.toBe(active.color);
    expect(other.line).toBe('none');
    expect(contrastLead(featured.color)).toBe('yellow');
    expect(featured.backgroundColor).not.toBe(other.backgroundColor);
  });
}
