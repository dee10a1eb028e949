/** The figures that a link shows, without the app around them. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SproutError, type Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { staleDays } from '@/lib/dataAge';
import { formatCount, formatDateTime, formatDay } from '@/lib/format';
import { t } from '@/messages/en/shared_views';
import { Callout } from '@/ui/Callout';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { PageHeader } from '@/ui/PageHeader';
import { Panel } from '@/ui/Panel';
import { buildChart } from './answerChart';
import { AnswerNotes } from './AnswerNotes';
import { AnswerTable } from './AnswerTable';
import { describeCondition, describePeriod } from './figureFormat';
import { MetricChart } from './MetricChart';
import type { MetricAnswer } from './queries';
import { sharedViewQuery } from './sharedViewQueries';

const NOT_FOUND = 404;

export function SharedFigures({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(sharedViewQuery(token));
  if (error instanceof SproutError && error.status === NOT_FOUND) {
    return <PageHeader title={t('linkDoesntWork')} subtitle={t('askForANewLink')} />;
  }
  if (error && !data) {
    return (
      <ErrorAlert
        {...errorText(error, t('couldntLoadTheFigures'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <LoadingPlaceholder label={t('figuresAreLoading')} height={640} />;
  const { organization, name, expiresAt, filters, answer } = data.data;
  const dataThrough = data.meta?.dataThrough;
  const days = staleDays(data.meta ?? {});
  return (
    <>
      <PageHeader
        title={name}
        subtitle={t('sharedBy', { organization, day: formatDay(data.meta?.asOf ?? '') })}
      />
      {days !== undefined && dataThrough !== undefined && (
        <Box sx={{ mb: 4 }}>
          <Callout severity="warning">
            {t('newestDataIsOld', { day: formatDay(dataThrough), days: formatCount(days) })}
          </Callout>
        </Box>
      )}
      <AnswerPanel answer={answer} filters={filters} dataThrough={dataThrough} />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 4 }}>
        {t('linkEnds', { day: formatDateTime(expiresAt) })}
      </Typography>
    </>
  );
}

interface AnswerPanelProps {
  answer: MetricAnswer;
  filters: readonly Schemas['SharedViewFilter'][];
  dataThrough: string | undefined;
}

function AnswerPanel({ answer, filters, dataThrough }: AnswerPanelProps) {
  const chart = buildChart(answer);
  const { rows } = answer;
  const conditions = filters.map(({ dimension, label, op, values }) =>
    describeCondition({ id: dimension, label, isDay: false }, op, values as (string | number)[]),
  );
  const notes = [
    ...(conditions.length > 0 ? [t('onlyRowsWith', { conditions: conditions.join('; ') })] : []),
    ...answer.notes,
    ...(rows.length < answer.rowCount
      ? [t('firstRows', { count: formatCount(rows.length), total: formatCount(answer.rowCount) })]
      : []),
    ...(dataThrough === undefined ? [] : [t('newestRow', { day: formatDay(dataThrough) })]),
  ];
  return (
    <Panel title={t('figures')} {...(answer.period && { subtitle: describePeriod(answer.period) })}>
      {rows.length === 0 ? (
        <EmptyState>{t('noRows')}</EmptyState>
      ) : (
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {chart && <MetricChart chart={chart} />}
          <AnswerTable label={t('figures')} answer={answer} />
        </Box>
      )}
      <AnswerNotes notes={notes} />
    </Panel>
  );
}
