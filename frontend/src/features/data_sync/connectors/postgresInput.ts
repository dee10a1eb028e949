/** A PostgreSQL source from what was typed. */
import { t } from '@/messages/en/data_sync_source';
import type { SourceInputOf } from './connector';

/** How the connection is protected; the server's own default where nothing is chosen. */
export const TLS_MODES = { automatic: undefined, required: 'require', verified: 'verify-full' } as const;
export type TlsMode = keyof typeof TLS_MODES;

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
export const parseTlsMode = (sslmode: string | undefined): TlsMode =>
  sslmode === 'require' ? 'required' : sslmode?.startsWith('verify-') ? 'verified' : 'automatic';

export const POSTGRES_FIELDS = [
  'host',
  'port',
  'database',
  'schema',
  'user',
  'password',
  'sslmode',
  'certificate',
] as const;
export type PostgresField = (typeof POSTGRES_FIELDS)[number];

/** Puts the typed parts into one URL, special characters encoded. */
export function buildPostgresInput(values: Record<PostgresField, string>): SourceInputOf<'postgres'> {
  const part = (name: PostgresField) => encodeURIComponent(values[name].trim());
  const host = values.host.trim();
  const address = host.includes(':') ? `[${host}]` : host;
  const schema = values.schema.trim();
  const caCertificate = values.certificate.trim();
  return {
    kind: 'postgres',
    url:
      `postgres://${part('user')}:${encodeURIComponent(values.password)}@${address}:${values.port.trim() || '5432'}` +
      `/${part('database')}${values.sslmode === '' ? '' : `?sslmode=${values.sslmode}`}`,
    ...(schema !== '' && { schema }),
    ...(caCertificate !== '' && { caCertificate }),
  };
}
