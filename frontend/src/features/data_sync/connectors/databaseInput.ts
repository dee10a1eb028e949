/** A database source from what was typed. */
import { t } from '@/messages/en/data_sync_source';
import type { SourceInputOf } from './connector';

/** How the connection is protected; the server's own default where nothing is chosen. */
export const TLS_MODES = ['automatic', 'required', 'verified'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

export type DatabaseKind = 'postgres' | 'mysql';

/** What each kind of database calls a mode. */
export const SSL_MODES: Record<DatabaseKind, Record<TlsMode, string | undefined>> = {
  postgres: { automatic: undefined, required: 'require', verified: 'verify-full' },
  mysql: { automatic: undefined, required: 'REQUIRED', verified: 'VERIFY_IDENTITY' },
};

/** The name of the option for the mode in a URL. */
const SSL_OPTIONS: Record<DatabaseKind, string> = { postgres: 'sslmode', mysql: 'ssl-mode' };

export const DEFAULT_PORTS: Record<DatabaseKind, number> = { postgres: 5432, mysql: 3306 };

const TLS_LABELS: Record<TlsMode, string> = {
  get automatic() {
    return t('tlsAutomatic');
  },
  get required() {
    return t('tlsRequired');
  },
  get verified() {
    return t('tlsVerified');
  },
};
export const tlsLabel = (mode: TlsMode): string => TLS_LABELS[mode];

/** The protection of a source as it is stored. */
export function parseTlsMode(kind: DatabaseKind, sslMode: string | undefined): TlsMode {
  if (sslMode === SSL_MODES[kind].required) return 'required';
  return sslMode?.toLowerCase().startsWith('verify') ? 'verified' : 'automatic';
}

export const DATABASE_FIELDS = [
  'host',
  'port',
  'database',
  'schema',
  'user',
  'password',
  'sslmode',
  'certificate',
] as const;
export type DatabaseField = (typeof DATABASE_FIELDS)[number];
type DatabaseValues = Record<DatabaseField, string>;

/** Puts the typed parts into one URL, special characters encoded. */
function buildUrl(kind: DatabaseKind, values: DatabaseValues): string {
  const part = (name: DatabaseField) => encodeURIComponent(values[name].trim());
  const host = values.host.trim();
  const address = host.includes(':') ? `[${host}]` : host;
  const port = values.port.trim() || DEFAULT_PORTS[kind];
  const options = values.sslmode === '' ? '' : `?${SSL_OPTIONS[kind]}=${values.sslmode}`;
  return `${kind}://${part('user')}:${encodeURIComponent(values.password)}@${address}:${port}/${part('database')}${options}`;
}

/** The certificate of a private authority, where one was entered. */
function readCertificate(values: DatabaseValues): { caCertificate?: string } {
  const caCertificate = values.certificate.trim();
  return caCertificate === '' ? {} : { caCertificate };
}

export function buildPostgresInput(values: DatabaseValues): SourceInputOf<'postgres'> {
  const schema = values.schema.trim();
  return {
    kind: 'postgres',
    url: buildUrl('postgres', values),
    ...(schema !== '' && { schema }),
    ...readCertificate(values),
  };
}

export const buildMysqlInput = (values: DatabaseValues): SourceInputOf<'mysql'> => ({
  kind: 'mysql',
  url: buildUrl('mysql', values),
  ...readCertificate(values),
});
