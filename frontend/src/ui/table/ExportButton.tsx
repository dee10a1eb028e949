/** Saves the rows of a table as a CSV file. While rows are being loaded for it, the button cancels. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/ui_table';
import { MAX_FILE_ROWS } from './useFileRows';

interface ExportButtonProps {
  /** The number of rows that are here. */
  rows: number;
  /** The number of rows on all pages, if the file has them. */
  total: number | undefined;
  /** The number of rows loaded for the file; undefined if none is being made. */
  loaded: number | undefined;
  onExport: () => void;
  onCancel: () => void;
}

export function ExportButton({ rows, total, loaded, onExport, onCancel }: ExportButtonProps) {
  const isLoading = loaded !== undefined && total !== undefined;
  return (
    <>
      {total !== undefined && (
        <Box
          component="span"
          role="status"
          sx={{ alignSelf: 'center', typography: 'body2', color: 'text.secondary' }}
        >
          {isLoading &&
            t('rowsLoaded', {
              loaded: formatCount(loaded),
              rows: formatCount(Math.min(total, MAX_FILE_ROWS)),
            })}
        </Box>
      )}
      <Button
        size="small"
        variant="outlined"
        onClick={isLoading ? onCancel : onExport}
        disabled={(total ?? rows) === 0}
      >
        {isLoading ? t('cancelExport') : nameExport(rows, total)}
      </Button>
    </>
  );
}

/** Which rows the file has. */
function nameExport(rows: number, total: number | undefined): string {
  if (total === undefined) return t('exportRowsAsCsv', { count: rows, rows: formatCount(rows) });
  return total > MAX_FILE_ROWS
    ? t('exportFirstRowsAsCsv', { rows: formatCount(MAX_FILE_ROWS), total: formatCount(total) })
    : t('exportAllRowsAsCsv', { rows: formatCount(total) });
}
