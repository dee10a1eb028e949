/** Figures, money and times in words: the one place that speaks to Intl. The app's words are English, so its figures are too. */
const LOCALE = 'en-US';

const plain = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const fine = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const moneyIn = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string): Intl.NumberFormat {
  const known = moneyIn.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency });
  moneyIn.set(currency, format);
  return format;
}

/** A number with up to two decimals. */
export const number = (value: number): string => plain.format(value);

/** A count without decimals. */
export const count = (value: number): string => whole.format(value);

/** A count in few letters, for axes: `1.2M`. */
export const shortCount = (value: number): string => short.format(value);

/** A quoted price: at least two decimals, and the fractions of a cent that markets quote. */
export const quotedPrice = (value: number): string => fine.format(value);

/** An amount in an ISO 4217 currency; without a currency a plain number with two decimals. */
export function money(value: number, currency: string | undefined): string {
  if (currency === undefined) {
    return new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
      value,
    );
  }
  return moneyFormat(currency).format(value);
}

/** A percent given as 0 to 100, up to two decimals. */
export const percent = (value: number): string => `${plain.format(value)}%`;

/** A percent given as 0 to 100, always with one decimal. */
export const percentOneDecimal = (value: number): string => `${oneDecimal.format(value)}%`;

/** A number that always shows its direction: `+4.2`, `-3`, `+0`. */
export function signed(value: number): string {
  const size = plain.format(Math.abs(value));
  return value < 0 ? `-${size}` : `+${size}`;
}

/** A signed percent: `+4.2%`. */
export const signedPercent = (value: number): string => `${signed(value)}%`;

/** A calendar day such as `Jun 14, 2026`, from an ISO date or an RFC 3339 time. */
export function day(iso: string): string {
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return new Intl.DateTimeFormat(LOCALE, {
    dateStyle: 'medium',
    ...(dateOnly && { timeZone: 'UTC' }),
  }).format(new Date(iso));
}

/** A moment in the visitor's own time zone, from an RFC 3339 time. */
export const moment = (iso: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** A moment as the clock on the wall there shows it, from an RFC 3339 time with the offset of the place: `Wed, Jun 17, 2026, 2:00 AM`. */
export const wallTime = (local: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(`${local.slice(0, 19)}Z`));

/** How long ago a moment was, in one word group: `12 minutes ago`. */
export function ago(iso: string, now: Date): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, 'second');
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  return relative.format(Math.round(seconds / 86_400), 'day');
}

/** A time of day in the visitor's own time zone, from milliseconds since 1970. */
export const clock = (at: number): string =>
  new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' }).format(new Date(at));

/** The time of day in a time zone by its IANA name; nothing where this browser does not know the zone. */
export function localTime(at: Date, timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone }).format(at);
  } catch {
    return undefined;
  }
}
