/** The header: links, current-page mark, mobile menu, account menu, sign-out. */
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, server, status, success } from '@/test/server';

const mainNav = () => screen.getByRole('navigation', { name: 'Main' });

describe('links', () => {
  it('are the brand and four pages', async () => {
    await renderApp('/market-trends');
    const banner = screen.getByRole('banner');
    expect(within(banner).getByRole('link', { name: 'Sprout' })).toHaveAttribute('href', '/');
    const links = within(mainNav()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/'],
      ['Customers', '/purchase-patterns'],
      ['Supply', '/market-trends'],
      ['Sprout AI', '/ai-bot'],
    ]);
  });

  it('feature Sprout AI in the accent color', async () => {
    await renderApp('/market-trends');
    const featured = within(mainNav()).getByRole('link', { name: 'Sprout AI' });
    expect(getComputedStyle(featured).color).toContain('palette-accent-main');
    const other = within(mainNav()).getByRole('link', { name: 'Customers' });
    expect(getComputedStyle(other).color).not.toContain('palette-accent');
  });

  it.each([
    ['/CustomerSegmentation', 'Customers'],
    ['/MarketTrends', 'Supply'],
    ['/AIBot', 'Sprout AI'],
  ])('mark the page at %s as %s', async (path, label) => {
    await renderApp(path);
    const marked = within(mainNav())
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map((link) => link.textContent)).toEqual([label]);
  });
});

describe('the More menu', () => {
  it('leads to the pages without a link, and marks the open one', async () => {
    const { user } = await renderApp('/explore');
    await user.click(within(mainNav()).getByRole('button', { name: 'More' }));
    const menu = await screen.findByRole('menu', { name: 'More' });
    const items = within(menu).getAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Season position', '/stock'],
      ['Call list', '/calls'],
      ['Explore', '/explore'],
      ['Notifications', '/notifications'],
      ['Data Sync', '/data-sync'],
      ['How figures are computed', '/methods'],
      ['API reference', '/docs'],
    ]);
    expect(items[2]).toHaveAttribute('aria-current', 'page');
    await user.click(within(menu).getByRole('menuitem', { name: 'Call list' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Call list' })).toBeVisible();
    expect(screen.queryByRole('menu', { name: 'More' })).not.toBeInTheDocument();
  });
});

describe('the mobile menu', () => {
  it('opens by its toggle and closes when a link is chosen', async () => {
    const { user } = await renderApp('/market-trends');
    expect(screen.queryByRole('navigation', { name: /small screens/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Open navigation' }));
    const menu = screen.getByRole('navigation', { name: /small screens/ });
    expect(screen.getByRole('button', { name: 'Close navigation' })).toHaveAttribute('aria-expanded', 'true');
    await user.click(within(menu).getByRole('link', { name: 'Customers' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Customer Purchase Patterns' }),
    ).toBeVisible();
    expect(screen.queryByRole('navigation', { name: /small screens/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Open navigation' })).toBeVisible();
  });
});

describe('the account menu', () => {
  it('shows who is signed in and leads to the settings', async () => {
    const { user } = await renderApp('/market-trends');
    await user.click(screen.getByRole('button', { name: 'Account menu' }));
    expect(await screen.findByText('Ada Larsen')).toBeVisible();
    expect(screen.getByText('ada@prairie.example')).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'Account Settings' })).toHaveAttribute('href', '/account');
  });

  it.each([
    ['the server ends the session', () => success({ done: true })],
    ['the server fails', () => failure(500, 'broken')],
  ])('signs out here even when %s', async (_, answer) => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const headers: [string | null, string | null][] = [];
    server.use(
      http.post(apiUrl('/api/auth/logout'), ({ request }) => {
        headers.push([request.headers.get('x-sprout'), request.headers.get('authorization')]);
        return answer();
      }),
    );
    const { user, cache } = await renderApp('/data-sync');
    await user.click(screen.getByRole('button', { name: 'Account menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(headers).toEqual([['1', 'Bearer token-1']]);
    expect(localStorage.getItem('token')).toBeNull();
    expect(info).toHaveBeenCalledWith('Sign Out');
    await waitFor(() => expect(cache.getQueryData(['/api/account'])).toBeUndefined());
  });
});

describe('other tabs', () => {
  it('ask again for everything when someone signs in', async () => {
    let asked = 0;
    server.use(
      http.get(apiUrl('/api/data-sync/status'), () => {
        asked += 1;
        return success(status);
      }),
    );
    await renderApp('/data-sync');
    await waitFor(() => expect(asked).toBe(1));
    const otherTab = new BroadcastChannel('sprout-session');
    otherTab.postMessage('signed-in');
    await waitFor(() => expect(asked).toBe(2));
    otherTab.close();
  });

  it('follow a sign-out', async () => {
    await renderApp('/data-sync');
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});
