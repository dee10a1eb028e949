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
    '& tr > *:first-of-type:not([colspan])': {
      position: 'sticky',
      insetInlineStart: 0,
      zIndex: 1,
      bgcolor: 'background.paper',
    },
    '& thead th': { zIndex: 2 },
    '& thead tr > th:first-of-type': { zIndex: 3 },
    '& tbody tr.Mui-selected > *': { bgcolor: 'background.sunk' },
    '& tfoot td': { color: 'text.primary', fontWeight: 600, fontSize: '0.875rem' },
    ...(compact && { '& td, & th': { py: 1 } }),
    ...(dense && denseStyles),
  } as const;
}

const denseStyles = {
  '& th, & td': { px: 2, py: 1.5 },
  '& td': { overflowWrap: 'normal' },
  '& td:first-of-type': { minWidth: 140 },
  '& td[class*=alignRight]': { whiteSpace: 'nowrap' },
} as const;
