/** What the server says about errors, in another language than English. */
import type { Schemas } from '@sprout/client';
import { formatCount, formatDateTime, formatDay, formatPrice } from '@/lib/format';
import type { Explanations, Lookup } from '@/lib/translate';

/** Codes that errors have too. */
type SharedCode =
  | `database_${'busy' | 'full' | 'unavailable'}`
  | `source_${'invalid' | 'not_configured' | 'unavailable'}`
  | `sync_${'cancelled' | 'in_progress'}`
  | 'internal'
  | 'nothing_to_sync'
  | 'organization_suspended'
  | 'plan_limit_reached';

/** What Data Sync says about runs and tables. */
export type SyncMessageTexts = Readonly<Record<Exclude<Schemas['SyncMessageCode'], SharedCode>, string>>;

/** Why events and messages were not delivered. */
export type DeliveryErrorTexts = Readonly<Record<Schemas['DeliveryErrorCode'], string>>;

/** What is noted about synced tables. */
export type TableNoteTexts = Readonly<Record<Schemas['TableNoteCode'], string>>;

/** A text for each code. Some have another where only one limit is known. */
export type InvalidValueTexts = Readonly<
  Record<
    | Schemas['ErrorDetailCode']
    | Schemas['RejectCode']
    | `${'list_length' | 'text_length'}_max`
    | `${'day_range' | 'list_length' | 'number_range'}_min`,
    string
  >
>;

/** Numbers and days in the reader's format. */
function formatLimit(limit = ''): string {
  const number = Number(limit);
  if (Number.isNaN(number)) return formatDay(limit);
  return Number.isInteger(number) ? formatCount(number) : formatPrice(number);
}

const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** The first columns of all that a note counts. */
function listColumns({ columns = [], count = 0 }: Schemas['TableNote']): string {
  return columns.join(', ') + (count > columns.length ? ', …' : '');
}

export function createExplanations(lookup: Lookup): Explanations {
  const find = (catalog: string, code: string, message: string) => {
    const text = lookup(catalog, code, message);
    return typeof text === 'string' ? text : undefined;
  };

  const explainRejection: Explanations['rejection'] = ({ code, message, min, max }) => {
    const onlyLimit = (min === undefined && '_max') || (max === undefined && '_min') || '';
    const text =
      find('invalid_values', code + onlyLimit, message) ?? find('invalid_values', code, message) ?? message;
    const values: Readonly<Record<string, string>> = {
      min: formatLimit(min),
      max: formatLimit(max),
      detail: message,
    };
    return fillIn(text, values);
  };

  return {
    rejection: explainRejection,
    note: (note) =>
      fillIn(find('table_notes', note.code, note.text) ?? note.text, {
        count: formatCount(note.count ?? 0),
        total: formatCount(note.total ?? 0),
        limit: formatCount(note.limit ?? 0),
        since: note.since === undefined ? '' : formatDateTime(note.since),
        columns: listColumns(note),
      }),
    delivery: ({ lastErrorCode, lastErrorValue = '', lastError = '' }) =>
      lastErrorCode === undefined
        ? lastError
        : fillIn(find('delivery_errors', lastErrorCode, lastError) ?? lastError, { value: lastErrorValue }),
    // Where a code says too little, `{detail}` is what the server says about each value, or its English message.
    error: ({ code, message, details }) =>
      (find('errors', code, message) ?? find('sync_messages', code, message))?.replace(
        '{detail}',
        () => details.map(explainRejection).join(' ') || message,
      ) ?? message,
  };
}
