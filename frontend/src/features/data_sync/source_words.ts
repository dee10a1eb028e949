/** A source in words, and the address of a database from what was typed. */
import { GIB } from './bills';
import type { Source, SourceInput } from './queries';

/** The source for people; never a password or a key. */
export function inWords(source: Source): string {
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
export const PROTECTIONS = { Automatic: undefined, Required: 'require', Verified: 'verify-full' } as const;
export type Protection = keyof typeof PROTECTIONS;

/** The protection of a source as it is kept. */
export const protectionOf = (sslmode: string | undefined): Protection =>
  sslmode === 'require' ? 'Required' : sslmode?.startsWith('verify-') ? 'Verified' : 'Automatic';

/** A folder as the API takes it. */
export const folderInput = (typed: (name: string) => string): SourceInput => ({
  kind: 'files',
  path: typed('path').trim(),
});

/** A database as the API takes it: the typed parts put into one address, special characters encoded. */
export function databaseInput(typed: (name: string) => string, protection: Protection): SourceInput {
  const part = (name: string) => encodeURIComponent(typed(name).trim());
  const host = typed('host').trim();
  const place = host.includes(':') ? `[${host}]` : host;
  const sslmode = PROTECTIONS[protection];
  const schema = typed('schema').trim();
  const caCertificate = typed('certificate').trim();
  return {
    kind: 'postgres',
    url:
      `postgres://${part('user')}:${encodeURIComponent(typed('password'))}@${place}:${typed('port').trim() || '5432'}` +
      `/${part('database')}${sslmode === undefined ? '' : `?sslmode=${sslmode}`}`,
    ...(schema !== '' && { schema }),
    ...(caCertificate !== '' && { caCertificate }),
  };
}

/** A dataset as the API takes it. What has no field here stays as it was set. */
export function datasetInput(typed: (name: string) => string, { apiEndpoint }: Source): SourceInput {
  const location = typed('location').trim();
  const most = typed('most').trim();
  return {
    kind: 'bigquery',
    projectId: typed('project').trim(),
    dataset: typed('dataset').trim(),
    serviceAccountKey: typed('key'),
    ...(location !== '' && { location }),
    ...(apiEndpoint !== undefined && { apiEndpoint }),
    ...(most !== '' && { maximumBytesBilled: Math.round(Number(most) * GIB) }),
  };
}
