/** Template files: one per table, with its columns and example rows. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '@/api/queries';
import { errorText } from '@/api/errors';
import { downloadText } from '@/lib/download';
import { t } from '@/messages/en/data_sync_panels';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Sheet } from '@/ui/Sheet';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

const tableTemplatesQuery = queryOptions({
  ...apiQuery('/api/data-sync/templates'),
  select: ({ tables }) => tables,
  staleTime: Infinity,
});

export function Templates() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('templateFiles')}
      </Button>
      {open && (
        <Sheet title={t('templateFiles')} onClose={() => setOpen(false)}>
          <TemplateList />
        </Sheet>
      )}
    </>
  );
}

function TemplateList() {
  const { data: tables, error, isFetching, refetch } = useQuery(tableTemplatesQuery);
  if (error) {
    return (
      <ErrorAlert
        {...errorText(error, t('couldntLoadTheTemplateFiles'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!tables) return <LoadingPlaceholder label={t('theTemplateFilesAreLoading')} height={400} />;
  return (
    <>
      <Typography>{t('eachFileHasOneTablesColumns')}</Typography>
      {tables.map(
        ({ sourceTable, fileName, csv, requiredColumns: required, optionalColumns: optional, ...table }) => (
          <Box key={sourceTable} sx={{ borderTop: 1, borderColor: 'divider', pt: 3 }}>
            <Typography component="h3" variant="h3">
              {table.optional ? t('optionalTable', { sourceTable }) : sourceTable}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', my: 2, overflowWrap: 'anywhere' }}>
              {t('requiredColumns', {
                required: required.join(', '),
                optional:
                  optional.length > 0 ? ` ${t('optionalColumns', { optional: optional.join(', ') })}` : '',
              })}
            </Typography>
            <Button size="small" variant="outlined" onClick={() => downloadText(fileName, 'text/csv', csv)}>
              {t('download', { fileName })}
            </Button>
          </Box>
        ),
      )}
    </>
  );
}
