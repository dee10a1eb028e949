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

const KEY = 'sprout-preferences';
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

/** From now on these count; without any, the usual. */
export function prefer(next: Preferences = USUAL): void {
  const text = JSON.stringify(next);
  if (text === JSON.stringify(chosen)) return;
  if (next === USUAL) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, text);
  chosen = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` when others count; the returned function stops that. */
export function onPreference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
