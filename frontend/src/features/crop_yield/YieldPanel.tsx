/** The crop yield forecast: its accuracy and the first forecasts. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatPercent } from '@/lib/format';
import { MISSING_NUMBER } from '@/lib/missingData';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/crop_yield';
import { ButtonLink } from '@/ui/ButtonLink';
import { KeyFigure } from '@/ui/KeyFigure';
import { MethodDetails } from '@/ui/MethodDetails';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { ForecastRow } from './ForecastRow';
import { cropYieldForecastQuery, type YieldOverview } from './queries';

/** Maximum number of forecasts shown. */
const MAX_FORECASTS = 3;

export function YieldPanel() {
  const query = useQuery(cropYieldForecastQuery);
  const { data: response, isError, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  const overview = response?.data?.overview;
  const forecasts = response?.data?.forecasts ?? [];
  const meta = response?.meta;
  return (
    <Panel
      title={t('cropYieldForecast')}
      badges={
        <>
          {meta?.sample && <SampleBadge />}
          {isRefetchError && <StaleBadge since={dataUpdatedAt} />}
        </>
      }
      actions={
        isError && (
          <Button size="small" onClick={() => void refetch()} disabled={isFetching}>
            {t('retry')}
          </Button>
        )
      }
    >
      {forecasts.length === 0 ? (
        <EmptyState action={response && <ButtonLink to={paths.dataSync}>{t('goToDataSync')}</ButtonLink>}>
          {overview?.status || overview?.error || t('noForecastDataAvailable')}
        </EmptyState>
      ) : (
        <>
          <KeyFigure
            label={t('forecastAccuracy')}
            value={formatAccuracy(overview?.forecast_accuracy, overview?.status)}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
            {describeAccuracy(overview)}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {forecasts.slice(0, MAX_FORECASTS).map((forecast, index) => (
              <ForecastRow key={index} forecast={forecast} />
            ))}
          </Box>
          <MethodDetails method={meta?.method} rows={meta?.n} asOf={meta?.asOf} />
        </>
      )}
    </Panel>
  );
}

/** The measured accuracy, or the server's reason why there is none. */
function formatAccuracy(measured: number | undefined, status: string | undefined): string {
  return measured === undefined && status ? status : formatPercent(measured ?? MISSING_NUMBER);
}

/** Caveats about the accuracy, in one line. */
function describeAccuracy(overview: YieldOverview | undefined): string {
  const past = overview?.backtestForecasts;
  return [
    past !== undefined && t('measuredOnPastForecastsOfYour', { past: formatCount(past) }),
    overview?.forecast_accuracy !== undefined && overview.status,
  ]
    .filter((remark) => typeof remark === 'string')
    .join(' ');
}
