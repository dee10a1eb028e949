/** Redirects after sign-in stay on this site. */
import { describe, expect, it } from 'vitest';
import { safeRedirectPath } from './redirectPath';

describe('safeNext', () => {
  it.each([
    ['/data-sync', '/data-sync'],
    ['/data-sync?rejects=1#a', '/data-sync?rejects=1#a'],
    ['/DataSync', '/DataSync'],
  ])('keeps the page %s', (next, saved) => {
    expect(safeRedirectPath(next)).toBe(saved);
  });

  it.each([
    null,
    '',
    'data-sync',
    'https://evil.example/',
    '//evil.example/account',
    '/\\evil.example/account',
    '/\t/evil.example/account',
    '\\/evil.example',
    'javascript:alert(1)',
    '/sign-in?next=/sign-in',
    '/register',
  ])('replaces %j by the dashboard', (next) => {
    expect(safeRedirectPath(next)).toBe('/');
  });
});
