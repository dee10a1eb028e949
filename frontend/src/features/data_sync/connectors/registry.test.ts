import { expect, it } from 'vitest';
import type { Source } from '../queries';
import { BIGQUERY_FIELDS, buildBigQueryInput, type BigQueryField } from './bigQueryInput';
import { parseBucketStyle } from './bucketStyle';
import type { SourceKind, SourceOf } from './connector';
import {
  buildMysqlInput,
  buildPostgresInput,
  DATABASE_FIELDS,
  parseTlsMode,
  type DatabaseField,
} from './databaseInput';
import { buildHttpsFilesInput, HTTPS_FILES_FIELDS } from './httpsFilesInput';
import { describeSource, findConnector, SOURCE_KINDS, sourceOfKind } from './registry';
import { buildS3Input, S3_FIELDS } from './s3Input';

const typed = <Field extends string>(fields: readonly Field[], values: Partial<Record<Field, string>>) => {
  const empty = Object.fromEntries(fields.map((name) => [name, '']));
  return { ...empty, ...values } as Record<Field, string>;
};
const typedDatabase = (values: Partial<Record<DatabaseField, string>>) => typed(DATABASE_FIELDS, values);
const typedDataset = (values: Partial<Record<BigQueryField, string>>) => typed(BIGQUERY_FIELDS, values);
const updatedAt = '2026-06-02T08:00:00Z';

it('puts a database’s address together and encodes what would part it', () => {
  const values = {
    host: ' db.example ',
    port: '6543',
    database: 'farm/2',
    user: 're@der',
    password: 'p:a/s?s ',
  };
  expect(buildPostgresInput(typedDatabase({ ...values, sslmode: 'verify-full' }))).toEqual({
    kind: 'postgres',
    url: 'postgres://re%40der:p%3Aa%2Fs%3Fs%20@db.example:6543/farm%2F2?sslmode=verify-full',
  });
  expect(
    buildPostgresInput(typedDatabase({ ...values, host: '2001:db8::1', port: '', schema: 'erp' })),
  ).toEqual({
    kind: 'postgres',
    url: 'postgres://re%40der:p%3Aa%2Fs%3Fs%20@[2001:db8::1]:5432/farm%2F2',
    schema: 'erp',
  });
  const authority = '-----BEGIN CERTIFICATE-----';
  const trusting = buildPostgresInput(
    typedDatabase({ ...values, sslmode: 'verify-full', certificate: ` ${authority}\n` }),
  );
  expect(trusting.caCertificate).toBe(authority);
  expect(buildMysqlInput(typedDatabase({ ...values, port: '', sslmode: 'VERIFY_IDENTITY' }))).toEqual({
    kind: 'mysql',
    url: 'mysql://re%40der:p%3Aa%2Fs%3Fs%20@db.example:3306/farm%2F2?ssl-mode=VERIFY_IDENTITY',
  });
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
  expect(buildBigQueryInput(typedDataset(values), undefined)).toEqual(asked);
  const saved = { apiEndpoint: 'http://127.0.0.1:9050' };
  expect(buildBigQueryInput(typedDataset({ ...values, location: 'EU', maxGib: '2.5' }), saved)).toEqual({
    ...asked,
    location: 'EU',
    apiEndpoint: 'http://127.0.0.1:9050',
    maximumBytesBilled: 2_684_354_560,
  });
});

it('asks for the files that have an address', () => {
  const values = typed(HTTPS_FILES_FIELDS, {
    supplier_data: ' https://files.example/suppliers.csv ',
    market_prices: ' ',
  });
  const asked = {
    kind: 'https_files',
    files: [{ sourceTable: 'supplier_data', url: 'https://files.example/suppliers.csv' }],
  };
  expect(buildHttpsFilesInput(values)).toEqual(asked);
  expect(buildHttpsFilesInput({ ...values, user: ' reader ', secret: 'p w' })).toEqual({
    ...asked,
    user: 'reader',
    secret: 'p w',
  });
});

it('asks for a bucket as it was typed', () => {
  const values = typed(S3_FIELDS, {
    bucket: ' prairie ',
    region: 'eu-central-1',
    accessKeyId: 'AKIA1',
    secretAccessKey: ' s/1+ ',
  });
  const asked = {
    kind: 's3',
    endpoint: '',
    bucket: 'prairie',
    region: 'eu-central-1',
    prefix: '',
    accessKeyId: 'AKIA1',
    secretAccessKey: 's/1+',
  };
  expect(buildS3Input(values)).toEqual(asked);
  const minio = { ...values, endpoint: 'https://minio.example ', prefix: 'erp', pathStyle: 'false' };
  expect(buildS3Input(minio)).toEqual({
    ...asked,
    endpoint: 'https://minio.example',
    prefix: 'erp',
    pathStyle: false,
  });
  const bucket = { kind: 's3', region: 'r', bucket: 'b', prefix: '', accessKeyId: 'A', updatedAt } as const;
  const endpoint = 'https://minio.example/';
  expect(parseBucketStyle(undefined)).toBe('automatic');
  expect(parseBucketStyle({ ...bucket, pathStyle: false })).toBe('automatic');
  expect(parseBucketStyle({ ...bucket, pathStyle: true })).toBe('path');
  expect(parseBucketStyle({ ...bucket, bucket: 'b.c', pathStyle: true })).toBe('automatic');
  expect(parseBucketStyle({ ...bucket, endpoint, pathStyle: true })).toBe('automatic');
  expect(parseBucketStyle({ ...bucket, endpoint, pathStyle: false })).toBe('host');
});

it('says where rows come from', () => {
  expect(describeSource({ kind: 'files', path: '/srv/rows', updatedAt })).toBe('/srv/rows');
  const database = {
    kind: 'postgres',
    host: 'h',
    port: 1,
    database: 'd',
    user: 'u',
    schema: 's',
    sslmode: 'require',
    updatedAt,
  } as const;
  expect(describeSource(database)).toBe('d on h, schema s, as u');
  const mysql = {
    kind: 'mysql',
    host: 'h',
    port: 1,
    database: 'd',
    user: 'u',
    sslMode: 'REQUIRED',
    updatedAt,
  } as const;
  expect(describeSource(mysql)).toBe('d on h, as u');
  const dataset = {
    kind: 'bigquery',
    projectId: 'p',
    dataset: 'd',
    clientEmail: 'a@p',
    maximumBytesBilled: 1,
    updatedAt,
  } as const;
  expect(describeSource(dataset)).toBe('p.d, as a@p');
  const files = ['a.csv', 'b.csv'].map((name) => ({
    sourceTable: 'supplier_data',
    url: `https://files.example/${name}`,
  }));
  expect(describeSource({ kind: 'https_files', files, hasSecret: false, updatedAt })).toBe(
    'https://files.example/a.csv, https://files.example/b.csv',
  );
  const bucket = {
    kind: 's3',
    region: 'eu-central-1',
    bucket: 'b',
    prefix: 'erp/',
    pathStyle: false,
    accessKeyId: 'AKIA1',
    updatedAt,
  } as const;
  expect(describeSource(bucket)).toBe('b/erp/ on eu-central-1, as AKIA1');
  const modes = ['automatic', 'automatic', 'required', 'verified', 'verified'];
  const stored = {
    postgres: [undefined, 'prefer', 'require', 'verify-full', 'verify-ca'],
    mysql: [undefined, 'PREFERRED', 'REQUIRED', 'VERIFY_IDENTITY', 'VERIFY_CA'],
  };
  expect(stored.postgres.map((mode) => parseTlsMode('postgres', mode))).toEqual(modes);
  expect(stored.mysql.map((mode) => parseTlsMode('mysql', mode))).toEqual(modes);
});

it('has one connector for every kind, under its own name', () => {
  expect(SOURCE_KINDS).toEqual(['files', 'postgres', 'mysql', 'bigquery', 'https_files', 's3']);
  const labels = SOURCE_KINDS.map((kind) => findConnector(kind).label);
  expect(labels).toEqual(['Folder', 'PostgreSQL', 'MySQL / MariaDB', 'BigQuery', 'Web files', 'S3']);
  const connectLabels = SOURCE_KINDS.map((kind) => findConnector(kind).connectLabel());
  expect(new Set(connectLabels).size).toBe(SOURCE_KINDS.length);
});

it('takes an unknown kind for no other one', () => {
  const unknown = { kind: 'snowflake', path: '/srv/rows' } as unknown as SourceOf<SourceKind>;
  expect(() => describeSource(unknown)).toThrow('Unknown kind of source: snowflake');
  expect(() => findConnector('toString' as SourceKind)).toThrow('Unknown kind of source: toString');
});

it('fills a form with a source of its own kind only', () => {
  const folder: Source = { kind: 'files', path: '/srv/rows', updatedAt };
  expect(sourceOfKind(folder, 'files')).toBe(folder);
  expect(sourceOfKind(folder, 'postgres')).toBeUndefined();
  expect(sourceOfKind({ kind: 'none' }, 'bigquery')).toBeUndefined();
});
