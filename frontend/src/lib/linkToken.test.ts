import { describe, expect, it } from 'vitest';
import { readLinkToken } from './linkToken';

describe('the token of a link', () => {
  it.each([
    ['#token=abc-_1', 'abc-_1'],
    ['#token=', undefined],
    ['#', undefined],
    ['', undefined],
    ['#other=abc', undefined],
  ])('of %s is %s', (hash, token) => {
    expect(readLinkToken(hash)).toBe(token);
  });
});
