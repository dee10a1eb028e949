/** A token names its organization. Anything else names none. */
import { expect, it } from 'vitest';
import { readOrganizationId } from './token';

const token = (claims: string) => `e30.${btoa(claims).replaceAll('+', '-').replaceAll('/', '_')}.sig`;

it('reads the organization out of the claims', () => {
  expect(readOrganizationId(token('{"org":"0197-a","sub":"?>?>~~"}'))).toBe('0197-a');
});

it.each([null, '', 'token-1', 'a.b.c', token('no claims'), token('{"sub":"0197"}')])(
  'finds none in %j',
  (text) => {
    expect(readOrganizationId(text)).toBeUndefined();
  },
);
