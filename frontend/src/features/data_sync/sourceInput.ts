/** Formats a source as text, and builds a database address from form fields. */
import { GIB } from './billedBytes';
import type { Source, SourceInput } from './queries';

/** The source as text. Never contains a password or key. */
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

/** TLS mode of the database connection. The server's default if none is chosen. */
export const TLS_MODES = { Automatic: undefined, Required: 'require', Verified: 'verify-full' } as const;
export type TlsMode = keyof typeof TLS_MODES;

/** The TLS mode of a saved source. */
export const parseTlsMode = (sslmode: string | undefined): TlsMode =>
  sslmode === 'require' ? 'Required' : sslmode?.startsWith('verify-') ? 'Verified' : 'Automatic';

/** The fields of the three kinds of source. Fields of the other kinds are empty. */
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

/** Converts the form's folder to the API format. */
export const buildFolderInput = (values: Pick<SourceValues, 'path'>): SourceInput => ({
  kind: 'files',
  path: values.path.trim(),
});

/** Converts the form's database to the API format: one address, with special characters encoded. */
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

/** Converts the form's dataset to the API format. Settings without a field are preserved. */
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
