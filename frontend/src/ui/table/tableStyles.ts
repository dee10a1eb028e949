/** Styles of the table: the first column stays when the others scroll sideways. */

interface TableLook {
  /** Inside a message or a chart. */
  dense: boolean;
  compact: boolean;
  /** The sum of the widths that the user chose, in CSS pixels. 0: as wide as its content. */
  width: number;
}

export function tableStyles({ dense, compact, width }: TableLook) {
  return {
    ...(width > 0 && { tableLayout: 'fixed', width, minWidth: '100%' }),
    '& tr > :not(* + *):not([colspan])': {
      position: 'sticky',
      insetInlineStart: 0,
      zIndex: 1,
      bgcolor: 'background.paper',
    },
    '& thead th': { zIndex: 2 },
    '& thead tr > th:first-of-type': { zIndex: 3 },
    '& tbody tr.Mui-selected > *': { bgcolor: 'background.sunk' },
    // A figure never breaks into two.
    '& td[class*=alignRight]': { overflowWrap: 'break-word' },
    '& tfoot td': { color: 'text.primary', fontWeight: 600, fontSize: '0.875rem' },
    ...(compact && { '& td, & th': { py: 1 } }),
    ...(dense && denseStyles),
    '@media print': printStyles,
  } as const;
}

const denseStyles = {
  '& th, & td': { px: 2, py: 1.5 },
  '& td': { overflowWrap: 'normal' },
  '& td:first-of-type': { minWidth: 140 },
  '& td[class*=alignRight]': { whiteSpace: 'nowrap' },
} as const;

/** Paper is narrower than most screens and doesn't scroll: small figures, and words in one piece. */
const printStyles = {
  width: '100%',
  tableLayout: 'auto',
  '& th, & td': { px: 1, py: 1, fontSize: '0.6875rem', lineHeight: 1.3, overflowWrap: 'normal' },
  '& tfoot td': { fontSize: '0.6875rem' },
  '& tr': { breakInside: 'avoid' },
  // A footer would repeat on each page.
  '& tfoot': { display: 'table-row-group' },
  '& tr > :not(* + *):not([colspan])': { position: 'static' },
  '& td:first-of-type': { minWidth: 110 },
  '& thead th': { whiteSpace: 'normal' },
} as const;
