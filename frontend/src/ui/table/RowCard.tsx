/** A row as a card: the first column is the title, the others are names and values. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo, type ReactNode } from 'react';
import { DetailButton } from '../DetailButton';
import { isSameRow, RowSelect, type RowProps } from './rowProps';
import type { Column } from './tableTypes';

interface RowCardProps<Row> extends RowProps<Row> {
  /** The explanation, if it is open. */
  children: ReactNode;
}

export const RowCard = memo(RowCardView, isSameRow) as typeof RowCardView;

function RowCardView<Row>({ measure, ...props }: RowCardProps<Row>) {
  const { item, detailLabel, isOpen, children } = props;
  const [first, ...others] = cardColumns(props.columns);
  return (
    <Box
      component="li"
      ref={measure}
      data-index={props.index}
      // The gap is part of the card, so that it is measured with it.
      sx={{ pb: 3 }}
    >
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 4 }}>
        <Typography
          component="div"
          sx={{ display: 'flex', alignItems: 'flex-start', gap: 3, fontWeight: 600, mb: 2 }}
        >
          {props.selectName !== undefined && <RowSelect {...props} />}
          <Box sx={{ minWidth: 0 }}>{first?.render(item.row)}</Box>
        </Typography>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1 }}>
          {others.map((column) => (
            <Box key={column.id} sx={column.prose ? { gridColumn: '1 / -1' } : { display: 'contents' }}>
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {column.heading}
              </Typography>
              <Typography
                component="dd"
                sx={{
                  m: 0,
                  textAlign: column.prose ? 'start' : 'end',
                  fontVariantNumeric: 'tabular-nums',
                  // Long names give way to figures, which never break.
                  ...(column.numeric && { overflowWrap: 'break-word' }),
                }}
              >
                {column.render(item.row)}
              </Typography>
            </Box>
          ))}
        </Box>
        {detailLabel !== undefined && (
          <Box sx={{ mt: 2 }}>
            <DetailButton
              label={detailLabel}
              rowName={props.detailName ?? ''}
              open={isOpen}
              onToggle={() => props.onToggleDetail(item.key)}
            />
            {children}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** The title, then the columns that lead a card. */
function cardColumns<Row>([title, ...others]: readonly Column<Row>[]): Column<Row>[] {
  if (title === undefined) return [];
  return [title, ...others.filter(({ leadsCard }) => leadsCard), ...others.filter((each) => !each.leadsCard)];
}
