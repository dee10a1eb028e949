/** Figures, money and times in words, as the person prefers them: the one place that speaks to Intl. The app's words are English. */
import { onPreference, preferences } from './preferences';

const PLAIN = { maximumFractionDigits: 2 };
const WHOLE = { maximumFractionDigits: 0 };
const ONE = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const TWO = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const FINE = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const;

/** What was made once is used again, until other preferences count. */
const made = new Map<unknown, Intl.NumberFormat>();
onPreference(() => made.clear());

function written(value: number, key: unknown, options: () => Intl.NumberFormatOptions): string {
  let format = made.get(key);
  if (!format) {
    format = new Intl.NumberFormat(preferences().formats, options());
    made.set(key, format);
  }
  return format.format(value);
}

const as = (options: Intl.NumberFormatOptions) => (value: number) => written(value, options, () => options);

/** A number with up to two decimals. */
export const number = as(PLAIN);

/** A count without decimals. */
export const count = as(WHOLE);

/** A count in few letters, for axes: `1.2M`. */
export const shortCount = as(SHORT);

/** A quoted price: at least two decimals, and the fractions of a cent that markets quote. */
export const quotedPrice = as(FINE);

const twoDecimals = as(TWO);
const oneDecimal = as(ONE);

/** An amount in an ISO 4217 currency; without a currency a plain number with two decimals. Never converted. */
export function money(value: number, currency: string | undefined): string {
  if (currency === undefined) return twoDecimals(value);
  return written(value, currency, () => ({
    style: 'currency',
    currency,
    currencyDisplay: preferences().currencyStyle,
  }));
}

/** A percent given as 0 to 100, up to two decimals. */
export const percent = (value: number): string => `${number(value)}%`;

/** A percent given as 0 to 100, always with one decimal. */
export const percentOneDecimal = (value: number): string => `${oneDecimal(value)}%`;

/** A number that always shows its direction: `+4.2`, `-3`, `+0`. */
export function signed(value: number): string {
  const size = number(Math.abs(value));
  return value < 0 ? `-${size}` : `+${size}`;
}

/** A signed percent: `+4.2%`. */
export const signedPercent = (value: number): string => `${signed(value)}%`;

/** A time as the person's formats write it. */
export function time(at: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(preferences().formats, options).format(at);
}

/** In the zone that the person prefers, else in that of the browser. */
function local(at: Date, options: Intl.DateTimeFormatOptions): string {
  const { timeZone } = preferences();
  return time(at, timeZone === undefined ? options : { ...options, timeZone });
}

/** A part of a calendar day, which is the same in every zone. */
export const ofDay = (iso: string, options: Intl.DateTimeFormatOptions) =>
  time(new Date(iso), { ...options, timeZone: 'UTC' });

/** A calendar day such as `Jun 14, 2026`, from an ISO date or an RFC 3339 time. */
export function day(iso: string): string {
  const style = { dateStyle: 'medium' } as const;
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) ? ofDay(iso, style) : local(new Date(iso), style);
}

/** A moment in the person's time zone, from an RFC 3339 time. */
export const moment = (iso: string): string =>
  local(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago a moment was, in one word group, which is English like the text around it: `12 minutes ago`. */
export function ago(iso: string, now: Date): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, 'second');
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  return relative.format(Math.round(seconds / 86_400), 'day');
}

/** A time of day in the person's time zone, from milliseconds since 1970. */
export const clock = (at: number): string => local(new Date(at), { timeStyle: 'short' });
