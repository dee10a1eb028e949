/** Files to begin with: one of each table, with its columns and example lines. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '@/api/queries';
import { errorText } from '@/api/errors';
import { downloadText } from '@/lib/download';
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
        Template files
      </Button>
      {open && (
        <Sheet title="Template files" onClose={() => setOpen(false)}>
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
        {...errorText(error, 'The template files did not load.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!tables) return <LoadingPlaceholder label="The template files are loading" height={400} />;
  return (
    <>
      <Typography>
        Each file has the columns of one table and example lines: put your own rows in their place, and leave
        the files in one folder under the names that they have. inventory_data and sales_transactions are
        enough for recommendations.
      </Typography>
      {tables.map(({ sourceTable, fileName, csv, required, optional }) => (
        <Box key={sourceTable} sx={{ borderTop: 1, borderColor: 'divider', pt: 3 }}>
          <Typography component="h3" variant="h3">
            {sourceTable}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', my: 2, overflowWrap: 'anywhere' }}>
            Needed: {required.join(', ')}.{optional.length > 0 && ` May stay empty: ${optional.join(', ')}.`}
          </Typography>
          <Button size="small" variant="outlined" onClick={() => downloadText(fileName, 'text/csv', csv)}>
            {`Download ${fileName}`}
          </Button>
        </Box>
      ))}
    </>
  );
}
