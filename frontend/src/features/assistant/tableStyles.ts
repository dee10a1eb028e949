/** How tables look inside a message: close lines, figures and names unbroken, the first column never squeezed. */
export const denseTable = {
  '& th, & td': { px: 2, py: 1.5 },
  '& td': { overflowWrap: 'normal' },
  '& td:first-of-type': { minWidth: 140 },
  '& td[class*=alignRight]': { whiteSpace: 'nowrap' },
} as const;
