/** One table of which rows are withheld: how many, since when, the first of them, and the two answers. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { formatCount, formatDateTime } from '@/lib/format';
import { DataTable, type Column } from '@/ui/DataTable';
import { DetailButton } from '@/ui/DetailButton';
import { missingText, formatRows, type WithheldDeletion } from './withheldDeletions';

type Row = WithheldDeletion['sample'][number];

const key: Column<Row> = { heading: 'Key', render: (row) => row.key };
const rowLabels: Column<Row>[] = [key, { heading: 'Name', render: (row) => row.label ?? '' }];

interface WithheldTableProps {
  table: WithheldDeletion;
  /** Someone has said that these rows stay. */
  kept: boolean;
  canResolve: boolean;
  disabled: boolean;
  onDelete: () => void;
  onKeep: (keep: boolean) => void;
}

export function WithheldTable({
  table,
  kept: saved,
  canResolve,
  disabled,
  onDelete,
  onKeep,
}: WithheldTableProps) {
  const [open, setOpen] = useState(false);
  const { sourceTable, missing, sample } = table;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}>
      <Typography component="h3" variant="h3" sx={{ overflowWrap: 'anywhere' }}>
        {sourceTable}
      </Typography>
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{missingText(table)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {table.since === table.heldAt
          ? `Found ${formatDateTime(table.heldAt)}.`
          : `Found ${formatDateTime(table.heldAt)}; held back since ${formatDateTime(table.since)}.`}
      </Typography>
      <DetailButton
        label={open ? 'Hide' : 'Show'}
        rowName={`the rows of ${sourceTable}`}
        open={open}
        onToggle={() => setOpen(!open)}
      />
      {open && (
        <Box sx={{ width: '100%' }}>
          {sample.length < missing && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
              The first {formatCount(sample.length)} of {formatCount(missing)}, by key.
            </Typography>
          )}
          <DataTable
            label={`Rows of ${sourceTable} that would be removed`}
            columns={sample.some(({ label }) => label !== undefined) ? rowLabels : [key]}
            rows={sample}
            rowKey={(row) => row.key}
          />
        </Box>
      )}
      <Box role="status">
        {saved &&
          'They are kept: figures go on counting them until the source has them again or they are removed.'}
      </Box>
      {canResolve && (
        <Box className="screen-only" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {saved ? (
            <Button size="small" variant="outlined" onClick={() => onKeep(false)}>
              Decide again
            </Button>
          ) : (
            <>
              <Button
                size="small"
                variant="outlined"
                onClick={onDelete}
                disabled={disabled}
                aria-label={`Remove ${formatRows(missing)} of ${sourceTable}`}
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
