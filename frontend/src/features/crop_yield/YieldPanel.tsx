/** The crop yield forecast: how often it was right, and the first forecasts. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { count, percent } from '@/lib/format';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Headline } from '@/ui/Headline';
import { HowComputed } from '@/ui/HowComputed';
import { SampleMark, StaleMark } from '@/ui/marks';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { ForecastRow } from './ForecastRow';
import { cropYieldForecast, type YieldOverview } from './queries';

/** So many forecasts are shown. */
const MOST_FORECASTS = 3;

export function YieldPanel() {
  const query = useQuery(cropYieldForecast);
  const { data: answered, isError, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  const overview = answered?.data?.overview;
  const forecasts = answered?.data?.forecasts ?? [];
  const meta = answered?.meta;
  return (
    <Panel
      title="Crop Yield Forecast"
      marks={
        <>
          {meta?.sample && <SampleMark />}
          {isRefetchError && <StaleMark since={dataUpdatedAt} />}
        </>
      }
      actions={
        isError && (
          <Button size="small" onClick={() => void refetch()} disabled={isFetching}>
            Retry
          </Button>
        )
      }
    >
      {forecasts.length === 0 ? (
        <Notice action={answered && <ButtonLink to={paths.dataSync}>Go to Data Sync</ButtonLink>}>
          {overview?.status || overview?.error || 'No forecast data available'}
        </Notice>
      ) : (
        <>
          <Headline
            label="Forecast Accuracy"
            value={accuracy(overview?.forecast_accuracy, overview?.status)}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
            {remarks(overview)}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {forecasts.slice(0, MOST_FORECASTS).map((forecast, place) => (
              <ForecastRow key={place} forecast={forecast} />
            ))}
          </Box>
          <HowComputed method={meta?.method} rows={meta?.n} asOf={meta?.asOf} />
        </>
      )}
    </Panel>
  );
}

/** The measured accuracy; where it could not be measured, the server says why. */
function accuracy(measured: number | undefined, status: string | undefined): string {
  return measured === undefined && status ? status : percent(measured ?? 0);
}

/** What is to be kept in mind about the accuracy, in one line. */
function remarks(overview: YieldOverview | undefined): string {
  const past = overview?.backtestForecasts;
  return [
    past !== undefined && `Measured on ${count(past)} past forecasts of your customers' crops and states.`,
    overview?.forecast_accuracy !== undefined && overview.status,
  ]
    .filter((remark) => typeof remark === 'string')
    .join(' ');
}
