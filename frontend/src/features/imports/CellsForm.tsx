/** Rejected cells grouped by problem, each with a field for the value to use instead. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { invalidate } from '@/api/queries';
import { formatCount } from '@/lib/format';
import { explainReject } from '@/lib/syncMessages';
import { t } from '@/messages/en/imports';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { toCorrection } from './answers';
import {
  answerAndRead,
  placeLabel,
  rejectedCellsQuery,
  type CellCorrection,
  type RejectedCellGroup,
  type Upload,
  type UploadReading,
} from './queries';

export function CellsForm({ upload, reading }: { upload: Upload; reading: UploadReading }) {
  const queryClient = useQueryClient();
  const cells = useQuery({ ...rejectedCellsQuery(upload.id), enabled: reading.rejectedCells > 0 });
  const save = useMutation({
    mutationFn: (given: CellCorrection[]) =>
      answerAndRead(upload.id, { answers: upload.answers, corrections: [...upload.corrections, ...given] }),
    onSettled: () =>
      invalidate(
        queryClient,
        '/api/uploads/{id}',
        '/api/uploads/{id}/rejects/summary',
        '/api/uploads/{id}/rows',
      ),
  });
  const count = reading.rejectedCells;
  if (count === 0) return null;
  const groups = cells.data?.groups ?? [];
  const others = cells.data?.otherCells ?? 0;
  return (
    <Panel title={t('cellsToCorrect')} subtitle={t('cellsSubtitle', { count, cells: formatCount(count) })}>
      {cells.isError && !cells.data && (
        <ErrorAlert
          {...errorText(cells.error, t('couldntLoadTheCells'))}
          onRetry={() => void cells.refetch()}
          retrying={cells.isFetching}
        />
      )}
      <Form
        // Fields of corrected cells must not keep their text.
        key={JSON.stringify(groups.map(({ first }) => first.cell))}
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          save.mutate(
            groups.flatMap((group, index) => {
              const value = fields.get(String(index));
              return typeof value === 'string' && value.trim() !== ''
                ? [toCorrection(group, value.trim())]
                : [];
            }),
          );
        }}
      >
        {save.isError && <ErrorAlert {...errorText(save.error, t('couldntSaveTheAnswers'))} />}
        {groups.map((group, index) => (
          <TextInput
            key={`${group.first.file} ${group.first.sheet ?? ''} ${group.first.cell}`}
            label={t('newValue', { column: group.first.column, cell: group.first.cell })}
            name={String(index)}
            required={false}
            help={describeGroup(group)}
          />
        ))}
        {others > 0 && (
          <Typography sx={{ color: 'text.secondary' }}>
            {t('otherCells', { count: others, cells: formatCount(others) })}
          </Typography>
        )}
        {groups.length > 0 && (
          <Box>
            <Button type="submit" variant="outlined" loading={save.isPending}>
              {t('correctCells')}
            </Button>
          </Box>
        )}
      </Form>
    </Panel>
  );
}

function describeGroup({ cells, first }: RejectedCellGroup): string {
  const place = placeLabel(first);
  const others = cells - 1;
  const where =
    others === 0 || first.value === ''
      ? t('cellIn', { place, cell: first.cell })
      : t('cellsAlike', { count: others, place, cell: first.cell, others: formatCount(others) });
  return `${first.value === '' ? t('empty') : first.value}: ${explainReject(first)}. ${where}`;
}
