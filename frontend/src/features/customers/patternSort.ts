/** How the patterns table is sorted and filtered, as the URL holds it. Values that do not exist count as not chosen. */

/** The columns of the patterns table, by their names on the wire. */
const PATTERN_KEYS = ['customer', 'last_purchase', 'frequency', 'average_spend', 'predicted_next'] as const;

export type PatternKey = (typeof PATTERN_KEYS)[number];

export interface Sort {
  by: PatternKey;
  descending: boolean;
}

/** `frequency` sorts upwards, `-frequency` downwards. */
export function parseSort(text: string | null): Sort | undefined {
  const by = PATTERN_KEYS.find((key) => key === text?.replace(/^-/, ''));
  return by === undefined ? undefined : { by, descending: text?.startsWith('-') ?? false };
}

export const formatSort = ({ by, descending }: Sort): string => `${descending ? '-' : ''}${by}`;

/** What is asked for first: the newest, the most, the soonest. */
const DESCENDING_FIRST: Record<PatternKey, boolean> = {
  customer: false,
  last_purchase: true,
  frequency: true,
  average_spend: true,
  predicted_next: false,
};

/** Pressing a heading sorts, pressing again turns it round, a third time goes back to the order of the answer. */
export function nextSort(now: Sort | undefined, by: PatternKey): Sort | undefined {
  const first = DESCENDING_FIRST[by];
  if (now?.by !== by) return { by, descending: first };
  return now.descending === first ? { by, descending: !first } : undefined;
}

/** The address with one choice changed; whatever else it holds stays. */
export function withParam(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
