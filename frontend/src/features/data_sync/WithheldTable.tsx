/** One table with withheld rows: how many, since when, examples, and both choices. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { formatCount, formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/data_sync_panels';
import { DataTable, type Column } from '@/ui/DataTable';
import { DetailButton } from '@/ui/DetailButton';
import { missingText, formatRows, type WithheldDeletion } from './withheldDeletions';

type Row = WithheldDeletion['sampleRows'][number];

const key: Column<Row> = {
  id: 'key',
  get heading() {
    return t('key');
  },
  render: (row) => row.key,
};
const rowLabels: Column<Row>[] = [
  key,
  {
    id: 'name',
    get heading() {
      return t('name');
    },
    render: (row) => row.label ?? '',
  },
];

interface WithheldTableProps {
  table: WithheldDeletion;
  /** Someone decided to keep these rows. */
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
  const { sourceTable, missingRows: missing, sampleRows: sample } = table;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}>
      <Typography component="h3" variant="h3" sx={{ overflowWrap: 'anywhere' }}>
        {sourceTable}
      </Typography>
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{missingText(table)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {table.firstWithheldAt === table.withheldAt
          ? t('found', { heldAt: formatDateTime(table.withheldAt) })
          : t('foundMissingSince', {
              heldAt: formatDateTime(table.withheldAt),
              since: formatDateTime(table.firstWithheldAt),
            })}
      </Typography>
      <DetailButton
        label={open ? t('hide') : t('show')}
        rowName={t('theRowsOf', { sourceTable })}
        open={open}
        onToggle={() => setOpen(!open)}
      />
      {open && (
        <Box sx={{ width: '100%' }}>
          {sample.length < missing && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
              {t('theFirstOfByKey', { sample: formatCount(sample.length), missing: formatCount(missing) })}
            </Typography>
          )}
          <DataTable
            label={t('rowsOfPendingDeletion', { sourceTable })}
            columns={sample.some(({ label }) => label !== undefined) ? rowLabels : [key]}
            rows={sample}
            rowKey={(row) => row.key}
          />
        </Box>
      )}
      <Box role="status">{saved && t('rowsKeptTheyStillCountIn')}</Box>
      {canResolve && (
        <Box className="screen-only" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {saved ? (
            <Button size="small" variant="outlined" onClick={() => onKeep(false)}>
              {t('undo')}
            </Button>
          ) : (
            <>
              <Button
                size="small"
                variant="outlined"
                onClick={onDelete}
                disabled={disabled}
                aria-label={t('deleteOf', { missing: formatRows(missing), sourceTable })}
              >
                {t('deleteRows')}
              </Button>
              <Button
                size="small"
                variant="outlined"
                onClick={() => onKeep(true)}
                aria-label={t('keepRowsOf', { sourceTable })}
              >
                {t('keepRows')}
              </Button>
            </>
          )}
        </Box>
      )}
    </Box>
  );
}
