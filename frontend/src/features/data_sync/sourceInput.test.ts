import { expect, it } from 'vitest';
import {
  buildDatabaseInput,
  buildDatasetInput,
  describeSource,
  parseTlsMode,
  SOURCE_FIELDS,
  type SourceField,
} from './sourceInput';

const typed = (values: Partial<Record<SourceField, string>>) => {
  const empty = Object.fromEntries(SOURCE_FIELDS.map((name) => [name, '']));
  return { ...empty, ...values } as Record<SourceField, string>;
};

it('puts a database’s address together and encodes what would part it', () => {
  const values = {
    host: ' db.example ',
    port: '6543',
    database: 'farm/2',
    user: 're@der',
    password: 'p:a/s?s ',
  };
  expect(buildDatabaseInput(typed(values), 'Verified')).toEqual({
    kind: 'postgres',
    url: 'postgres://re%40der:p%3Aa%2Fs%3Fs%20@db.example:6543/farm%2F2?sslmode=verify-full',
  });
  expect(
    buildDatabaseInput(typed({ ...values, host: '2001:db8::1', port: '', schema: 'erp' }), 'Automatic'),
  ).toEqual({
    kind: 'postgres',
    url: 'postgres://re%40der:p%3Aa%2Fs%3Fs%20@[2001:db8::1]:5432/farm%2F2',
    schema: 'erp',
  });
  const authority = '-----BEGIN CERTIFICATE-----';
  const trusting = buildDatabaseInput(typed({ ...values, certificate: ` ${authority}\n` }), 'Verified');
  expect(trusting.caCertificate).toBe(authority);
});

it('asks for a dataset and keeps what has no field', () => {
  const values = {
    project: ' prairie-1 ',
    dataset: 'erp',
    location: ' ',
    key: '{"type": "service_account"}',
  };
  const asked = {
    kind: 'bigquery',
    projectId: 'prairie-1',
    dataset: 'erp',
    serviceAccountKey: '{"type": "service_account"}',
  };
  expect(buildDatasetInput(typed(values), { kind: 'none' })).toEqual(asked);
  const saved = { kind: 'bigquery', apiEndpoint: 'http://127.0.0.1:9050' } as const;
  expect(buildDatasetInput(typed({ ...values, location: 'EU', maxGib: '2.5' }), saved)).toEqual({
    ...asked,
    location: 'EU',
    apiEndpoint: 'http://127.0.0.1:9050',
    maximumBytesBilled: 2_684_354_560,
  });
});

it('says where rows come from', () => {
  expect(describeSource({ kind: 'none' })).toBe('none');
  expect(describeSource({ kind: 'files', path: '/srv/rows' })).toBe('/srv/rows');
  const database = {
    kind: 'postgres',
    host: 'h',
    port: 1,
    database: 'd',
    user: 'u',
    schema: 's',
    sslmode: 'require',
  } as const;
  expect(describeSource(database)).toBe('d on h, schema s, as u');
  const dataset = { kind: 'bigquery', projectId: 'p', dataset: 'd', clientEmail: 'a@p' } as const;
  expect(describeSource(dataset)).toBe('p.d, as a@p');
  expect([undefined, 'prefer', 'require', 'verify-full', 'verify-ca'].map(parseTlsMode)).toEqual([
    'Automatic',
    'Automatic',
    'Required',
    'Verified',
    'Verified',
  ]);
});
