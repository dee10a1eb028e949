/** What helps to name a folder: those that the server has, and files to begin with for who has none. */
import { answer } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { nameInButton } from '@/ui/nameInButton';
import { Waiting } from '@/ui/Waiting';
import { syncableTables } from './tables';
import { Templates } from './Templates';

const sourceFolders = {
  queryKey: ['/api/data-sync/folders'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await answer(sprout.GET('/api/data-sync/folders', { signal }))).data,
};

export function FolderChoices({ onChoose }: { onChoose: (folder: string) => void }) {
  const { data, error, isFetching, refetch } = useQuery(sourceFolders);
  if (error && !data) {
    return (
      <FailureNotice
        {...sayFailure(error, 'The folders did not load.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <Waiting label="The folders are loading" height={124} />;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {data.folders.length > 0 && (
        <Box component="ul" aria-label="Folders on the server" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.folders.map(({ path, tables }) => (
            <Box
              component="li"
              key={path}
              sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', py: 1 }}
            >
              <Button size="small" variant="outlined" onClick={() => onChoose(path)} sx={nameInButton}>
                {`Use ${path}`}
              </Button>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                has {tables.length} of the {syncableTables.length} tables
              </Typography>
            </Box>
          ))}
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {data.reason ?? `These folders on the server, below ${data.root ?? ''}, have such files.`}
        {data.reason !== undefined &&
          data.root !== undefined &&
          ` Put a folder with your files below ${data.root} on the server, then look again.`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button size="small" onClick={() => void refetch()} disabled={isFetching}>
          Look for folders again
        </Button>
        <Templates />
      </Box>
    </Box>
  );
}
