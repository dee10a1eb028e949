/** Where files are dropped or chosen, with the progress of the upload. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '@/api/errors';
import { takeSharedFiles } from '@/lib/sharedFiles';
import { t } from '@/messages/en/imports';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { createSample, uploadAndRead } from './queries';

interface Progress {
  name: string;
  percent: number;
}

export function FileDrop({ onRead }: { onRead: (uploadId: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController>(null);
  const [progress, setProgress] = useState<Progress>();
  const [isCanceled, setCanceled] = useState(false);
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => {
      abort.current = new AbortController();
      setCanceled(false);
      return uploadAndRead(files, (name, percent) => setProgress({ name, percent }), abort.current.signal);
    },
    onSuccess: onRead,
    onSettled: () => setProgress(undefined),
  });
  const sample = useMutation({ mutationFn: createSample, onSuccess: onRead });
  useEffect(() => () => abort.current?.abort(), []);
  const { mutate } = upload;
  useEffect(() => {
    void takeSharedFiles().then((files) => {
      if (files.length > 0) mutate(files);
    });
  }, [mutate]);
  const send = (files: FileList | null) => {
    if (files !== null && files.length > 0 && !upload.isPending) upload.mutate(Array.from(files));
  };

  return (
    <Box
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        send(event.dataTransfer.files);
      }}
      sx={{
        display: 'grid',
        gap: 4,
        p: 6,
        border: 2,
        borderStyle: 'dashed',
        borderColor: 'outline',
        borderRadius: 1,
      }}
    >
      {upload.isError && !isCanceled && (
        <ErrorAlert {...errorText(upload.error, t('couldntUploadTheFiles'))} />
      )}
      {sample.isError && <ErrorAlert {...errorText(sample.error, t('couldntUploadTheFiles'))} />}
      {upload.isPending ? (
        <>
          <Typography role="status">
            {progress && progress.percent < 100
              ? t('uploading', { name: progress.name, percent: progress.percent })
              : t('readingFiles')}
          </Typography>
          <LinearProgress
            aria-label={t('importFiles')}
            {...(progress && progress.percent < 100
              ? { variant: 'determinate', value: progress.percent }
              : { variant: 'indeterminate' })}
          />
          <Box>
            <Button
              variant="outlined"
              onClick={() => {
                setCanceled(true);
                abort.current?.abort();
              }}
            >
              {t('cancel')}
            </Button>
          </Box>
        </>
      ) : (
        <>
          <Typography>{t('dropFilesHere')}</Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Button variant="contained" disabled={sample.isPending} onClick={() => input.current?.click()}>
              {t('chooseFiles')}
            </Button>
            <Button variant="outlined" loading={sample.isPending} onClick={() => sample.mutate()}>
              {t('trySampleData')}
            </Button>
          </Box>
        </>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('chooseFiles')}
        onChange={(event) => {
          send(event.target.files);
          event.target.value = '';
        }}
      />
    </Box>
  );
}
