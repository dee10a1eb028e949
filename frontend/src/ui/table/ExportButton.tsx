/** Saves the rows of a table as a CSV file. While rows are being loaded for it, the button cancels. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/ui_table';
import { MAX_FILE_ROWS } from './useFileRows';

interface ExportButtonProps {
  /** The number of rows that are here. */
  rows: number;
  /** The file has the rows of all pages. */
  isPaged: boolean;
  /** The number of rows on all pages, if it is known. */
  total: number | undefined;
  /** The number of rows loaded for the file; undefined if none is being made. */
  loaded: number | undefined;
  onExport: () => void;
  onCancel: () => void;
}

export function ExportButton(props: ExportButtonProps) {
  const { rows, isPaged, total, loaded, onExport, onCancel } = props;
  const isLoading = loaded !== undefined && isPaged;
  return (
    <>
      {isPaged && (
        <Box
          component="span"
          role="status"
          sx={{ alignSelf: 'center', typography: 'body2', color: 'text.secondary' }}
        >
          {isLoading && nameProgress(loaded, total)}
        </Box>
      )}
      <Button
        size="small"
        variant="outlined"
        onClick={isLoading ? onCancel : onExport}
        disabled={((isPaged ? total : undefined) ?? rows) === 0}
      >
        {isLoading ? t('cancelExport') : nameExport(props)}
      </Button>
    </>
  );
}

function nameProgress(loaded: number, total: number | undefined): string {
  if (total === undefined) return t('rowsLoadedSoFar', { count: loaded, loaded: formatCount(loaded) });
  const rows = formatCount(Math.min(total, MAX_FILE_ROWS));
  return t('rowsLoaded', { loaded: formatCount(loaded), rows });
}

/** Which rows the file has. */
function nameExport({ rows, isPaged, total }: ExportButtonProps): string {
  if (!isPaged) return t('exportRowsAsCsv', { count: rows, rows: formatCount(rows) });
  if (total === undefined) return t('exportEveryRowAsCsv');
  return total > MAX_FILE_ROWS
    ? t('exportFirstRowsAsCsv', { rows: formatCount(MAX_FILE_ROWS), total: formatCount(total) })
    : t('exportAllRowsAsCsv', { rows: formatCount(total) });
}
