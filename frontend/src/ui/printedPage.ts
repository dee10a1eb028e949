/** The CSS name of printed pages in landscape, for tables that are wider than a page in portrait. */
export const LANDSCAPE = 'wide-table';
