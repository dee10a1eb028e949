/** Files to begin with: one of each table, with its columns and example lines. */
import { answer } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sprout } from '@/api/client';
import { sayFailure } from '@/api/errors';
import { downloadText } from '@/lib/download';
import { FailureNotice } from '@/ui/FailureNotice';
import { Sheet } from '@/ui/Sheet';
import { Waiting } from '@/ui/Waiting';

const tableTemplates = {
  queryKey: ['/api/data-sync/templates'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await answer(sprout.GET('/api/data-sync/templates', { signal }))).data.tables,
  staleTime: Infinity,
};

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
  const { data: tables, error, isFetching, refetch } = useQuery(tableTemplates);
  if (error) {
    return (
      <FailureNotice
        {...sayFailure(error, 'The template files did not load.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!tables) return <Waiting label="The template files are loading" height={400} />;
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
