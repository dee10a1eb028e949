import { expect, it } from 'vitest';
import { databaseInput, inWords, protectionOf } from './source_words';

const typed = (values: Record<string, string>) => (name: string) => values[name] ?? '';

it('puts a database’s address together and encodes what would part it', () => {
  const values = {
    host: ' db.example ',
    port: '6543',
    database: 'farm/2',
    user: 're@der',
    password: 'p:a/s?s ',
  };
  expect(databaseInput(typed(values), 'Verified')).toEqual({
    kind: 'postgres',
    url: 'postgres://re%40der:p%3Aa%2Fs%3Fs%20@db.example:6543/farm%2F2?sslmode=verify-full',
  });
  expect(
    databaseInput(typed({ ...values, host: '2001:db8::1', port: '', schema: 'erp' }), 'Automatic'),
  ).toEqual({
    kind: 'postgres',
    url: 'postgres://re%40der:p%3Aa%2Fs%3Fs%20@[2001:db8::1]:5432/farm%2F2',
    schema: 'erp',
  });
});

it('says where rows come from', () => {
  expect(inWords({ kind: 'none' })).toBe('none');
  expect(inWords({ kind: 'files', path: '/srv/rows' })).toBe('/srv/rows');
  const database = {
    kind: 'postgres',
    host: 'h',
    port: 1,
    database: 'd',
    user: 'u',
    schema: 's',
    sslmode: 'require',
  } as const;
  expect(inWords(database)).toBe('d on h, schema s, as u');
  expect([undefined, 'prefer', 'require', 'verify-full'].map(protectionOf)).toEqual([
    'Automatic',
    'Automatic',
    'Required',
    'Verified',
  ]);
});
