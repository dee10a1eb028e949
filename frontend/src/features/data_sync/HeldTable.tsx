/** One table of which rows are held back: how many, since when, the first of them, and the two answers. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { count, moment } from '@/lib/format';
import { DataTable, type Column } from '@/ui/DataTable';
import { DetailButton } from '@/ui/DetailButton';
import { missingInWords, rows, type HeldRemoval } from './removals';

type Row = HeldRemoval['sample'][number];

const key: Column<Row> = { heading: 'Key', show: (row) => row.key };
const named: Column<Row>[] = [key, { heading: 'Name', show: (row) => row.label ?? '' }];

interface HeldTableProps {
  table: HeldRemoval;
  /** Somebody has said that these rows stay. */
  kept: boolean;
  mayAnswer: boolean;
  disabled: boolean;
  onRemove: () => void;
  onKeep: (keep: boolean) => void;
}

export function HeldTable({ table, kept, mayAnswer, disabled, onRemove, onKeep }: HeldTableProps) {
  const [open, setOpen] = useState(false);
  const { sourceTable, missing, sample } = table;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}>
      <Typography component="h3" variant="h3" sx={{ overflowWrap: 'anywhere' }}>
        {sourceTable}
      </Typography>
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{missingInWords(table)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {table.since === table.heldAt
          ? `Found ${moment(table.heldAt)}.`
          : `Found ${moment(table.heldAt)}; held back since ${moment(table.since)}.`}
      </Typography>
      <DetailButton
        label={open ? 'Hide' : 'Show'}
        of={`the rows of ${sourceTable}`}
        open={open}
        onToggle={() => setOpen(!open)}
      />
      {open && (
        <Box sx={{ width: '100%' }}>
          {sample.length < missing && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
              The first {count(sample.length)} of {count(missing)}, by key.
            </Typography>
          )}
          <DataTable
            label={`Rows of ${sourceTable} that would be removed`}
            columns={sample.some(({ label }) => label !== undefined) ? named : [key]}
            rows={sample}
            rowKey={(row) => row.key}
          />
        </Box>
      )}
      <Box role="status">
        {kept &&
          'They are kept: figures go on counting them until the source has them again or they are removed.'}
      </Box>
      {mayAnswer && (
        <Box className="screen-only" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {kept ? (
            <Button size="small" variant="outlined" onClick={() => onKeep(false)}>
              Decide again
            </Button>
          ) : (
            <>
              <Button
                size="small"
                variant="outlined"
                onClick={onRemove}
                disabled={disabled}
                aria-label={`Remove ${rows(missing)} of ${sourceTable}`}
              >
                Remove them
              </Button>
              <Button
                size="small"
                variant="outlined"
                onClick={() => onKeep(true)}
                aria-label={`Keep the rows of ${sourceTable}`}
              >
                Keep them
              </Button>
            </>
          )}
        </Box>
      )}
    </Box>
  );
}
