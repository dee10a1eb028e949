/**
 * Styles of tables inside a message: dense rows, no wrapping in figures and names, full-width first column.
 */
export const denseTable = {
  '& th, & td': { px: 2, py: 1.5 },
  '& td': { overflowWrap: 'normal' },
  '& td:first-of-type': { minWidth: 140 },
  '& td[class*=alignRight]': { whiteSpace: 'nowrap' },
} as const;
