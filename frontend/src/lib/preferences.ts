/** How figures and times are written for whoever looks: what they chose, kept in this browser between visits, or the usual. */

/** As the API has them. */
export interface Preferences {
  /** Whose way of writing dates and numbers is used. */
  formats: string;
  /** The zone in which times are shown; that of the browser where it is absent. */
  timeZone?: string;
  units: 'us' | 'metric';
  /** How the currency of an amount is written. */
  currencyStyle: 'symbol' | 'code';
}

export const USUAL: Preferences = { formats: 'en-US', units: 'us', currencyStyle: 'symbol' };

/** Under which the browser keeps them. */
export const KEY = 'sprout-preferences';
const listeners = new Set<() => void>();
let chosen = read();

function read(): Preferences {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return USUAL;
  }
}

/** What counts now. */
export const preferences = (): Preferences => chosen;

/** From now on these count, in this tab. */
export function count(next: Preferences): void {
  chosen = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` when others count; the returned function stops that. */
export function onPreference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
