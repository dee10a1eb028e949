/** The rows of a table as cards: the first column is the title, the others are names and values. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TableShapeProps } from './DataTable';
import { DetailButton } from './DetailButton';

export function RowCards<Row>(props: TableShapeProps<Row>) {
  const { label, columns, rows, rowKey, detail, openKey, onToggle } = props;
  const [first, ...others] = columns;
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
      {rows.map((row, index) => {
        const key = rowKey(row, index);
        const open = openKey === key;
        return (
          <Box component="li" key={key} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 4 }}>
            <Typography component="div" sx={{ fontWeight: 600, mb: 2 }}>
              {first?.render(row)}
            </Typography>
            <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1 }}>
              {others.map((column) => (
                <Box key={column.heading} sx={{ display: 'contents' }}>
                  <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                    {column.heading}
                  </Typography>
                  <Typography
                    component="dd"
                    sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
                  >
                    {column.render(row)}
                  </Typography>
                </Box>
              ))}
            </Box>
            {detail && (
              <Box sx={{ mt: 2 }}>
                <DetailButton
                  label={detail.label}
                  rowName={detail.rowName(row)}
                  open={open}
                  onToggle={() => onToggle(key)}
                />
                {open && detail.render(row)}
              </Box>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
