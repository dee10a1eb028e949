/** Section 9 of the specification: what the dashboard panels show for missing data. */

export const MISSING_NUMBER = 0;
export const MISSING_NAME = 'Unknown';
export const MISSING_TREND = 'stable';

/** What other figures show for missing data. */
export const NO_FIGURE = '–';
