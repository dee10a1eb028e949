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
        <Box component="dl" sx={valueStyles}>
          {others.map((column) => (
            <div key={column.id} data-prose={column.prose} data-numeric={column.numeric}>
              <dt>{column.heading}</dt>
              <dd>{column.render(item.row)}</dd>
            </div>
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

/** Styles of all names and values of a card: computing styles for each value is slow on phones. */
const valueStyles = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  alignItems: 'baseline',
  gap: 1,
  '& > div': { display: 'contents' },
  '& > div > dt': { typography: 'body2', color: 'text.secondary' },
  '& > div > dd': {
    m: 0,
    typography: 'body1',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
  },
  // Long names give way to figures, which never break.
  '& > [data-numeric=true] > dd': { overflowWrap: 'break-word' },
  '& > [data-prose=true]': { display: 'block', gridColumn: '1 / -1' },
  '& > [data-prose=true] > dd': { textAlign: 'start' },
};

/** The title, then the columns that lead a card. */
function cardColumns<Row>([title, ...others]: readonly Column<Row>[]): Column<Row>[] {
  if (title === undefined) return [];
  return [title, ...others.filter(({ leadsCard }) => leadsCard), ...others.filter((each) => !each.leadsCard)];
}
