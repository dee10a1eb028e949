/** A file that an answer offers. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/assistant';
import { downloadReport } from './reportFile';

interface FileButtonProps {
  label: string;
  path: string;
}

export function FileButton({ label, path }: FileButtonProps) {
  const save = useMutation({ mutationFn: () => downloadReport(path) });
  return (
    <>
      <Button
        className="screen-only"
        variant="outlined"
        size="small"
        disabled={save.isPending}
        onClick={() => save.mutate()}
      >
        {label}
      </Button>
      {save.isError && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', flexBasis: '100%' }}>
          {errorText(save.error, t('couldntCreateTheFileTryAgain')).message}
        </Typography>
      )}
    </>
  );
}
