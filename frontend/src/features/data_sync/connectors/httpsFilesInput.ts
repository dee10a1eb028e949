/** Files at https addresses from what was typed: one field per table, and the user and secret. */
import { ALL_TABLES } from '../syncableTables';
import type { SourceInputOf } from './connector';

const SECRET_FIELDS = ['user', 'secret'] as const;
const URL_FIELDS = ALL_TABLES.map(({ source }) => source);
export const HTTPS_FILES_FIELDS = [...URL_FIELDS, ...SECRET_FIELDS];
export type HttpsFilesField = (typeof HTTPS_FILES_FIELDS)[number];

/** Tables without an address are left out. */
export function buildHttpsFilesInput(values: Record<HttpsFilesField, string>): SourceInputOf<'https_files'> {
  const user = values.user.trim();
  const secret = values.secret.trim();
  return {
    kind: 'https_files',
    files: URL_FIELDS.map((sourceTable) => ({ sourceTable, url: values[sourceTable].trim() })).filter(
      ({ url }) => url !== '',
    ),
    ...(user !== '' && { user }),
    ...(secret !== '' && { secret }),
  };
}
