/**
 * The rows behind an answer: the first ones, or all on demand; also as a CSV file. Wide tables scroll
 * sideways.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { toCsv } from '@/lib/csv';
import { downloadText } from '@/lib/download';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/assistant';
import { DataTable, type Column } from '@/ui/DataTable';
import { slug } from '@/ui/table/tableCsv';
import type { Table as Rows } from './queries';

/** Rows shown initially. */
const MAX_VISIBLE_ROWS = 10;
/** Characters that fit on one line of a phone next to another column. */
const UNBROKEN = 18;

type Row = Rows['rows'][number];

export function AnswerTable({ table, asOf }: { table: Rows; asOf: string }) {
  const [all, setAll] = useState(false);
  const { title, rows, total } = table;
  const columns: Column<Row>[] = table.columns.map(({ label, numeric }, index) => ({
    id: String(index),
    heading: label,
    numeric,
    render: (row) => cell(row.cells[index] || '–'),
  }));
  const shown = all ? rows : rows.slice(0, MAX_VISIBLE_ROWS);
  return (
    <Box sx={{ mt: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 3 }}>
        <Typography component="h3" variant="body1" sx={{ fontWeight: 650, flexGrow: 1 }}>
          {title}
        </Typography>
        <Button
          className="screen-only"
          size="small"
          sx={quiet}
          aria-label={t('saveAsCsv', { title })}
          onClick={() =>
            downloadText(`${slug(title) || 'rows'}-${asOf}.csv`, 'text/csv', toCsv(cells(table)))
          }
        >
          {t('csv')}
        </Button>
      </Box>
      <DataTable dense label={title} columns={columns} rows={shown} rowKey={(row) => row.id} cardsBelow={0} />
      {(rows.length > MAX_VISIBLE_ROWS || total > rows.length) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 1 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {t('ofRows', { shown: formatCount(shown.length), total: formatCount(total) })}
          </Typography>
          {rows.length > MAX_VISIBLE_ROWS && (
            <Button
              className="screen-only"
              size="small"
              sx={quiet}
              aria-expanded={all}
              onClick={() => setAll(!all)}
            >
              {all ? t('showFewer') : t('show', { rows: formatCount(rows.length) })}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

const quiet = { minHeight: 28, py: 0, px: 2, marginInlineEnd: -2 };

/** Short texts, especially dates, don't wrap. */
function cell(text: string) {
  return text.length > UNBROKEN ? (
    text
  ) : (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {text}
    </Box>
  );
}

function cells({ columns, rows }: Rows): string[][] {
  return [columns.map(({ label }) => label), ...rows.map((row) => row.cells)];
}
