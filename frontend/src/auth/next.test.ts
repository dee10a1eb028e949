/** Nobody is sent to another site after signing in. */
import { describe, expect, it } from 'vitest';
import { safeNext } from './next';

describe('safeNext', () => {
  it.each([
    ['/data-sync', '/data-sync'],
    ['/data-sync?rejects=1#a', '/data-sync?rejects=1#a'],
    ['/DataSync', '/DataSync'],
  ])('keeps the page %s', (next, kept) => {
    expect(safeNext(next)).toBe(kept);
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
    expect(safeNext(next)).toBe('/');
  });
});
