/** Why the server rejected a value, in another language than English. */
import type { Schemas } from '@sprout/client';
import { formatCount, formatDay, formatPrice } from '@/lib/format';
import type { ExplainRejection, Lookup } from '@/lib/translate';

/** A text for each code. Some have another where only one limit is known. */
export type InvalidValueTexts = Readonly<
  Record<
    | Schemas['ErrorDetailCode']
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

export const createExplanation =
  (lookup: Lookup): ExplainRejection =>
  ({ code, message, min, max }) => {
    const onlyLimit = (min === undefined && '_max') || (max === undefined && '_min') || '';
    const find = (key: string) => lookup('invalid_values', key, message);
    const text = find(code + onlyLimit) ?? find(code);
    const values: Readonly<Record<string, string>> = {
      min: formatLimit(min),
      max: formatLimit(max),
      detail: message,
    };
    return typeof text === 'string'
      ? text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
      : message;
  };
