/** Section 9 of the specification: what the dashboard panels show for missing data. */

export const MISSING_NUMBER = 0;
export const MISSING_NAME = 'Unknown';
export const MISSING_TREND = 'stable';

/** What every other figure shows where the server sends none. */
export const NO_FIGURE = '–';
