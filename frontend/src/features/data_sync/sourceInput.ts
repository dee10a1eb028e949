/** A source as text, and the address of a database from what was typed. */
import { GIB } from './billedBytes';
import type { Source, SourceInput } from './queries';

/** The source for people; never a password or a key. */
export function describeSource(source: Source): string {
  switch (source.kind) {
    case 'none':
      return 'none';
    case 'files':
      return source.path ?? 'a folder';
    case 'postgres':
      return `${source.database} on ${source.host}, schema ${source.schema}, as ${source.user}`;
    case 'bigquery':
      return `${source.projectId}.${source.dataset}, as ${source.clientEmail}`;
  }
}

/** How the way to a database is protected; the server's own default where nothing is chosen. */
export const TLS_MODES = { Automatic: undefined, Required: 'require', Verified: 'verify-full' } as const;
export type TlsMode = keyof typeof TLS_MODES;

/** The protection of a source as it is kept. */
export const parseTlsMode = (sslmode: string | undefined): TlsMode =>
  sslmode === 'require' ? 'Required' : sslmode?.startsWith('verify-') ? 'Verified' : 'Automatic';

/** The fields of the three kinds of source; those of another kind are empty. */
export const SOURCE_FIELDS = [
  'path',
  'host',
  'port',
  'database',
  'schema',
  'user',
  'password',
  'certificate',
  'project',
  'dataset',
  'location',
  'maxGib',
  'key',
] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];
type SourceValues = Record<SourceField, string>;

/** A folder as the API takes it. */
export const buildFolderInput = (values: Pick<SourceValues, 'path'>): SourceInput => ({
  kind: 'files',
  path: values.path.trim(),
});

/** A database as the API takes it: the typed parts put into one address, special characters encoded. */
export function buildDatabaseInput(values: SourceValues, tlsMode: TlsMode): SourceInput {
  const part = (name: SourceField) => encodeURIComponent(values[name].trim());
  const host = values.host.trim();
  const address = host.includes(':') ? `[${host}]` : host;
  const sslmode = TLS_MODES[tlsMode];
  const schema = values.schema.trim();
  const caCertificate = values.certificate.trim();
  return {
    kind: 'postgres',
    url:
      `postgres://${part('user')}:${encodeURIComponent(values.password)}@${address}:${values.port.trim() || '5432'}` +
      `/${part('database')}${sslmode === undefined ? '' : `?sslmode=${sslmode}`}`,
    ...(schema !== '' && { schema }),
    ...(caCertificate !== '' && { caCertificate }),
  };
}

/** A dataset as the API takes it. What has no field here stays as it was set. */
export function buildDatasetInput(values: SourceValues, { apiEndpoint }: Source): SourceInput {
  const location = values.location.trim();
  const maxGib = values.maxGib.trim();
  return {
    kind: 'bigquery',
    projectId: values.project.trim(),
    dataset: values.dataset.trim(),
    serviceAccountKey: values.key,
    ...(location !== '' && { location }),
    ...(apiEndpoint !== undefined && { apiEndpoint }),
    ...(maxGib !== '' && { maximumBytesBilled: Math.round(Number(maxGib) * GIB) }),
  };
}
