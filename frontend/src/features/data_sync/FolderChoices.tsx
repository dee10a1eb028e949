/** Helps to choose a folder: the folders on the server, and template files. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '@/api/queries';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/data_sync_panels';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { wrappingButton } from '@/ui/wrappingButton';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { isOptionalTable, SYNCABLE_TABLES } from './syncableTables';
import { Templates } from './Templates';

const sourceFoldersQuery = apiQuery('/api/data-sync/folders');

export function FolderChoices({ onChoose }: { onChoose: (folder: string) => void }) {
  const { data, error, isFetching, refetch } = useQuery(sourceFoldersQuery);
  if (error && !data) {
    return (
      <ErrorAlert
        {...errorText(error, t('couldntLoadTheFolders'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <LoadingPlaceholder label={t('theFoldersAreLoading')} height={124} />;
  return (
    <Box sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
      {data.folders.length > 0 && (
        <Box
          component="ul"
          aria-label={t('foldersOnTheServer')}
          tabIndex={0}
          sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 120, overflowY: 'auto' }}
        >
          {data.folders.map(({ path, tables }) => (
            <Box
              component="li"
              key={path}
              sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', py: 1 }}
            >
              <Button size="small" variant="outlined" onClick={() => onChoose(path)} sx={wrappingButton}>
                {t('use', { path })}
              </Button>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('hasOfTheTables', {
                  tables: tables.filter((table) => !isOptionalTable(table)).length,
                  syncabletables: SYNCABLE_TABLES.length,
                })}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {describeFolders(data)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button size="small" onClick={() => void refetch()} disabled={isFetching}>
          {t('refreshFolders')}
        </Button>
        <Templates />
      </Box>
    </Box>
  );
}

function describeFolders({ root = '', issue }: Schemas['SourceFolders']): string {
  if (issue === 'no_root') return t('noWarehouseFolder');
  if (issue === 'no_tables') {
    return `${t('noFolderHasTables', { root })} ${t('putAFolderWithYourFiles', { root })}`;
  }
  return t('foldersWithDataFilesInOn', { root });
}
