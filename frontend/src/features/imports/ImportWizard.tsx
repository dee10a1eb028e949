/** Imports files: upload, questions, cells to correct, and the run that loads the rows. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { useIdempotencyKey } from '@/api/idempotency';
import { formatCount } from '@/lib/format';
import { paths, rejectsPath } from '@/lib/paths';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/imports';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { TextLink } from '@/ui/TextLink';
import { CellsForm } from './CellsForm';
import { FileDrop } from './FileDrop';
import { QuestionsForm } from './QuestionsForm';
import { ReadTables } from './ReadTables';
import {
  importUpload,
  tableLabel,
  undoImport,
  uploadQuery,
  type Upload,
  type UploadReading,
} from './queries';

interface ImportWizardProps {
  /** The upload in the address; other texts begin a new one. */
  uploadId: string;
  mayImport: boolean;
}

const IS_ID = /^[0-9a-f-]{36}$/;

export function ImportWizard({ uploadId, mayImport }: ImportWizardProps) {
  const [, setAddress] = useUrlParams();
  const isKnown = IS_ID.test(uploadId);
  const upload = useQuery({ ...uploadQuery(uploadId), enabled: isKnown });
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel
        title={t('importFiles')}
        subtitle={t('importSubtitle')}
        actions={
          <ButtonLink to={paths.dataSync} size="small">
            {t('backToDataSync')}
          </ButtonLink>
        }
      >
        {!mayImport ? (
          <Typography>{t('noPermissionToImport')}</Typography>
        ) : isKnown ? (
          <UploadState />
        ) : (
          <FileDrop onRead={(id) => setAddress({ import: id })} />
        )}
      </Panel>
      {mayImport && upload.data?.reading && <Reading upload={upload.data} reading={upload.data.reading} />}
    </Box>
  );

  function UploadState() {
    if (upload.isPending) return <LoadingPlaceholder label={t('theImportIsLoading')} height={120} />;
    if (upload.isError && !upload.data) {
      return (
        <ErrorAlert
          {...errorText(upload.error, t('couldntLoadTheImport'))}
          onRetry={() => void upload.refetch()}
          retrying={upload.isFetching}
        />
      );
    }
    return (
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {upload.data.files.map(({ name }) => name).join(', ')}
      </Typography>
    );
  }
}

function Reading({ upload, reading }: { upload: Upload; reading: UploadReading }) {
  return (
    <>
      <QuestionsForm upload={upload} reading={reading} />
      <CellsForm upload={upload} reading={reading} />
      <LoadPanel upload={upload} reading={reading} />
      <ReadTables uploadId={upload.id} reading={reading} />
    </>
  );
}

function LoadPanel({ upload, reading }: { upload: Upload; reading: UploadReading }) {
  const queryClient = useQueryClient();
  const once = useIdempotencyKey();
  const load = useMutation({
    mutationFn: () => once([upload.id, reading], (header) => importUpload(upload.id, header)),
    // New rows change figures on every page.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const undo = useMutation({
    mutationFn: () => once([upload.id, 'undo'], (header) => undoImport(upload.id, header)),
    onSettled: () => queryClient.invalidateQueries(),
  });
  if (undo.isSuccess) return <Callout severity="success">{t('importUndone')}</Callout>;
  const rows = reading.tables.reduce((sum, table) => sum + table.rows, 0);
  const ended = load.data?.data;
  const result = ended && 'stats' in ended ? ended : undefined;
  if (result) {
    const loaded = result.stats.successfulUpserts;
    const rejected = result.stats.errors;
    return (
      <Callout severity={rejected > 0 ? 'warning' : 'success'}>
        <Typography>{t('imported', { count: loaded, rows: formatCount(loaded) })}</Typography>
        {rejected > 0 && (
          <Typography>
            <TextLink to={rejectsPath(result.runId)}>
              {t('someRowsRejected', { count: rejected, rows: formatCount(rejected) })}
            </TextLink>
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
          <ButtonLink to={paths.dashboard} variant="contained">
            {t('seeWhatToBuy')}
          </ButtonLink>
          <ButtonLink to={`${paths.dataSync}?import=new`}>{t('importMoreFiles')}</ButtonLink>
          <Button variant="outlined" loading={undo.isPending} onClick={() => undo.mutate()}>
            {t('undoImport')}
          </Button>
        </Box>
        {undo.isError && (
          <Box sx={{ mt: 3 }}>
            <ErrorAlert {...errorText(undo.error, t('couldntUndo'))} />
          </Box>
        )}
      </Callout>
    );
  }
  return (
    <Panel title={t('load')}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        {load.isError && <ErrorAlert {...errorText(load.error, t('couldntImport'))} />}
        {rows === 0 && <Typography>{t('nothingToLoad')}</Typography>}
        {reading.tables.map((table) => (
          <Typography key={table.table}>
            {t('rowsOfTable', {
              count: table.rows,
              table: tableLabel(table.table),
              rows: formatCount(table.rows),
            })}
          </Typography>
        ))}
        <Box>
          <Button
            // Open questions come first: their rows would be left out.
            variant={reading.openQuestions > 0 ? 'outlined' : 'contained'}
            disabled={rows === 0}
            loading={load.isPending}
            onClick={() => load.mutate()}
          >
            {load.isPending ? t('importing') : t('importRows', { count: rows, rows: formatCount(rows) })}
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}
