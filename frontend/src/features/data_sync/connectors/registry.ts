/** The kinds of data source. To add one, write its connector and list it here. */
import type { Source, SourceInput } from '../queries';
import { bigQueryConnector } from './bigQuery';
import type { Connector, SourceKind, SourceOf } from './connector';
import { filesConnector } from './files';
import { httpsFilesConnector } from './httpsFiles';
import { mysqlConnector } from './mysql';
import { postgresConnector } from './postgres';
import { s3Connector } from './s3';

/** In the order of the form. The type requires every kind of the API. */
const CONNECTORS: { [Kind in SourceKind]: Connector<Kind> } = {
  files: filesConnector,
  postgres: postgresConnector,
  mysql: mysqlConnector,
  bigquery: bigQueryConnector,
  https_files: httpsFilesConnector,
  s3: s3Connector,
};

export const SOURCE_KINDS = Object.keys(CONNECTORS) as SourceKind[];

/** The kind that the form offers first. */
export const DEFAULT_KIND: SourceKind = 'files';

/** The connector of a kind. Throws for a kind that this version of the app does not know. */
export function findConnector<Kind extends SourceKind>(kind: Kind): Connector<Kind> {
  if (!Object.hasOwn(CONNECTORS, kind)) throw new Error(`Unknown kind of source: ${kind}`);
  return CONNECTORS[kind];
}

/** The current source, if it is of this kind. */
export function sourceOfKind<Kind extends SourceKind>(
  source: Source,
  kind: Kind,
): SourceOf<Kind> | undefined {
  return source.kind === kind ? (source as SourceOf<Kind>) : undefined;
}

/** The source as text, without passwords and keys. */
export function describeSource(source: SourceOf<SourceKind>): string {
  return findConnector<SourceKind>(source.kind).describe(source);
}

/** The request of the form of this kind. */
export function readSourceInput(kind: SourceKind, form: HTMLFormElement, source: Source): SourceInput {
  return findConnector(kind).readInput(form, sourceOfKind(source, kind));
}
