/** The sort order and filter of the patterns table in the URL. Invalid values count as unset. */

/** The columns of the patterns table, by their API names. */
const PATTERN_KEYS = ['customer', 'last_purchase', 'frequency', 'average_spend', 'predicted_next'] as const;

export type PatternKey = (typeof PATTERN_KEYS)[number];

export interface Sort {
  by: PatternKey;
  descending: boolean;
}

/** `frequency` sorts in ascending order, `-frequency` in descending order. */
export function parseSort(text: string | null): Sort | undefined {
  const by = PATTERN_KEYS.find((key) => key === text?.replace(/^-/, ''));
  return by === undefined ? undefined : { by, descending: text?.startsWith('-') ?? false };
}

export const formatSort = ({ by, descending }: Sort): string => `${descending ? '-' : ''}${by}`;

/** The initial direction of each column: newest, largest or soonest first. */
const DESCENDING_FIRST: Record<PatternKey, boolean> = {
  customer: false,
  last_purchase: true,
  frequency: true,
  average_spend: true,
  predicted_next: false,
};

/** The first press sorts, the second reverses the order, the third restores the server's order. */
export function nextSort(now: Sort | undefined, by: PatternKey): Sort | undefined {
  const first = DESCENDING_FIRST[by];
  if (now?.by !== by) return { by, descending: first };
  return now.descending === first ? { by, descending: !first } : undefined;
}

/** The URL with one choice changed. Other parameters are preserved. */
export function withParam(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
