/** A question of figures and its answer. */
import Box from '@mui/material/Box';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/explore';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { toMetricQuery } from './exploreState';
import { answerQuery, type MetricDataset } from './queries';
import { QuestionPanel } from './QuestionPanel';
import { ResultPanel } from './ResultPanel';
import { useExplore } from './useExplore';

interface ExplorePanelProps {
  datasets: readonly MetricDataset[];
  dataset: MetricDataset;
}

export function ExplorePanel({ datasets, dataset }: ExplorePanelProps) {
  const { state, change } = useExplore();
  const { data, error, isFetching, refetch } = useQuery({
    ...answerQuery(toMetricQuery(state, dataset)),
    placeholderData: keepPreviousData,
  });
  const answer = data?.data;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <QuestionPanel
        datasets={datasets}
        dataset={dataset}
        state={state}
        shown={answer?.period}
        onChange={change}
      />
      {error && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadTheFigures'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {answer && !error && <ResultPanel answer={answer} dataset={dataset} state={state} onChange={change} />}
      {!answer && !error && <LoadingPlaceholder label={t('answerIsLoading')} height={480} />}
    </Box>
  );
}
