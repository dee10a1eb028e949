/** The figures of a pinned view: its chart, or the first rows if there is none. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/pinned_views';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { buildChart, chooseChart } from './answerChart';
import type { AnswerRow } from './answerColumns';
import { AnswerNotes } from './AnswerNotes';
import { AnswerTable } from './AnswerTable';
import { parseExplore, toMetricQuery, type ExploreState } from './exploreState';
import { describePeriod } from './figureFormat';
import { MetricChart } from './MetricChart';
import { answerQuery, type MetricAnswer, type MetricDataset } from './queries';
import { usePinView } from './viewQueries';

/** The height of a panel's content while it loads, in CSS pixels. */
const HEIGHT = 320;
/** Rows of a view without a chart. */
const MAX_ROWS = 10;

interface PinnedPanelProps {
  view: Schemas['SavedView'];
  /** Missing while they load. */
  datasets: readonly MetricDataset[] | undefined;
}

export function PinnedPanel({ view, datasets }: PinnedPanelProps) {
  const state = parseExplore(new URLSearchParams(view.address));
  const dataset = datasets?.find(({ id }) => id === state.dataset);
  return (
    <Panel title={view.name} actions={<PinActions view={view} />}>
      {dataset && <PinnedFigures name={view.name} dataset={dataset} state={state} />}
      {!datasets && <PanelPlaceholder name={view.name} />}
      {datasets && !dataset && <EmptyState>{t('notPermitted')}</EmptyState>}
    </Panel>
  );
}

const PanelPlaceholder = ({ name }: { name: string }) => (
  <LoadingPlaceholder label={t('isLoading', { name })} height={HEIGHT} />
);

function PinActions({ view }: { view: Schemas['SavedView'] }) {
  const pin = usePinView();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <ButtonLink to={`/explore?${view.address}`} size="small" variant="text">
          {t('openInExplore')}
        </ButtonLink>
        <Button
          size="small"
          aria-label={t('unpinView', { name: view.name })}
          disabled={pin.isPending}
          onClick={() => pin.mutate({ id: view.id, pinned: false })}
        >
          {t('unpin')}
        </Button>
      </Box>
      {pin.error && <ErrorAlert {...errorText(pin.error, t('couldntUnpin'))} />}
    </Box>
  );
}

interface PinnedFiguresProps {
  name: string;
  dataset: MetricDataset;
  state: ExploreState;
}

function PinnedFigures({ name, dataset, state }: PinnedFiguresProps) {
  const { data, error, isFetching, refetch } = useQuery(answerQuery(toMetricQuery(state, dataset)));
  if (data) return <PinnedAnswer name={name} answer={data.data} dataset={dataset} state={state} />;
  if (!error) return <PanelPlaceholder name={name} />;
  return (
    <ErrorAlert
      {...errorText(error, t('couldntLoad'))}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function PinnedAnswer({ name, answer, dataset, state }: PinnedFiguresProps & { answer: MetricAnswer }) {
  if (answer.rows.length === 0) return <EmptyState>{t('noRows')}</EmptyState>;
  const chart = buildChart(answer, chooseChart(answer, state, dataset).kind);
  const rows = (answer.rows as AnswerRow[]).slice(0, MAX_ROWS);
  const notes =
    chart || rows.length === answer.rowCount
      ? answer.notes
      : [
          ...answer.notes,
          t('firstRows', { count: formatCount(rows.length), total: formatCount(answer.rowCount) }),
        ];
  return (
    <>
      {answer.period && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
          {describePeriod(answer.period)}
        </Typography>
      )}
      {chart ? <MetricChart chart={chart} /> : <AnswerTable label={name} answer={answer} rows={rows} />}
      <AnswerNotes notes={notes} />
    </>
  );
}
