/** Formats numbers, money and times by the user's preferences: the only user of Intl besides plurals. */
import { onPreferencesChange, getLanguage, getLocale, getPreferences } from './preferences';

const PLAIN = { maximumFractionDigits: 2 };
const WHOLE = { maximumFractionDigits: 0 };
const ONE = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const TWO = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const FINE = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
const PERCENT = { style: 'unit', unit: 'percent' } as const;
const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const;

/** Formatters are cached until preferences change. */
const formatters = new Map<unknown, Intl.NumberFormat>();
const timeFormatters = new Map<string, Intl.DateTimeFormat>();
onPreferencesChange(() => {
  formatters.clear();
  timeFormatters.clear();
});

function formatWith(value: number, key: unknown, options: () => Intl.NumberFormatOptions): string {
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.NumberFormat(getLocale(), options());
    formatters.set(key, format);
  }
  return format.format(value);
}

const numberFormatter = (options: Intl.NumberFormatOptions) => (value: number) =>
  formatWith(value, options, () => options);

/** A number with up to two decimals. */
export const formatNumber = numberFormatter(PLAIN);

/** A count without decimals. */
export const formatCount = numberFormatter(WHOLE);

/** A count in short form, for axes: `1.2M`. */
export const formatCompact = numberFormatter(SHORT);

/** A market price: at least two decimals, and fractions of a cent as quoted. */
export const formatPrice = numberFormatter(FINE);

const formatTwoDecimals = numberFormatter(TWO);

/** An amount in an ISO 4217 currency, or a number with two decimals without one. Never converted. */
export function formatMoney(value: number, currency: string | undefined): string {
  if (currency === undefined) return formatTwoDecimals(value);
  return formatWith(value, currency, () => ({
    style: 'currency',
    currency,
    currencyDisplay: getPreferences().currencyStyle,
  }));
}

/** From here on, amounts have a short form. */
const SHORT_AMOUNT_FROM = 1_000_000;

/** A large amount in short form, such as `$25.1M`. Undefined where the amount is short anyway. */
export function formatShortMoney(value: number, currency: string | undefined): string | undefined {
  if (currency === undefined || Math.abs(value) < SHORT_AMOUNT_FROM) return undefined;
  return formatWith(value, `${currency} short`, () => ({
    style: 'currency',
    currency,
    currencyDisplay: getPreferences().currencyStyle,
    notation: 'compact',
    maximumSignificantDigits: 3,
  }));
}

/** A percent given as 0 to 100, up to two decimals. */
export const formatPercent = numberFormatter({ ...PLAIN, ...PERCENT });

/** A percent given as 0 to 100, always with one decimal. */
export const formatPercentOneDecimal = numberFormatter({ ...ONE, ...PERCENT });

const addSign = (format: (size: number) => string) => (value: number) =>
  `${value < 0 ? '-' : '+'}${format(Math.abs(value))}`;

/** A number with an explicit sign: `+4.2`, `-3`, `+0`. */
export const formatSigned = addSign(formatNumber);

/** A signed percent: `+4.2%`. */
export const formatSignedPercent = addSign(formatPercent);

/** A time in the user's format. */
export function formatDateTimeParts(at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = timeFormatters.get(key) ?? new Intl.DateTimeFormat(getLocale(), options);
  timeFormatters.set(key, format);
  return format.format(at);
}

/** In the user's preferred time zone, or the browser's. */
function formatInUserZone(at: Date, options: Intl.DateTimeFormatOptions): string {
  const { timeZone } = getPreferences();
  return formatDateTimeParts(at, timeZone === undefined ? options : { ...options, timeZone });
}

/** A part of a calendar day, independent of time zones. */
export const formatDayParts = (iso: string, options: Intl.DateTimeFormatOptions) =>
  formatDateTimeParts(new Date(iso), { ...options, timeZone: 'UTC' });

/** A calendar day such as `Jun 14, 2026`, from an ISO date or an RFC 3339 time. */
export function formatDay(iso: string): string {
  const style = { dateStyle: 'medium' } as const;
  return /^\d{4}-\d{2}-\d{2}$/.test(iso)
    ? formatDayParts(iso, style)
    : formatInUserZone(new Date(iso), style);
}

/** An RFC 3339 time in the user's time zone. */
export const formatDateTime = (iso: string): string =>
  formatInUserZone(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' });

/** Relative time in the language of texts: `12 minutes ago`. */
export function formatRelativeTime(iso: string, now: Date): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(getLanguage(), { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, 'second');
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  return relative.format(Math.round(seconds / 86_400), 'day');
}

/** A time of day in the user's time zone, from milliseconds since 1970. */
export const formatTimeOfDay = (at: number): string => formatInUserZone(new Date(at), { timeStyle: 'short' });
