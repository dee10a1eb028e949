/** What the organization's own buying basket costs now against its start, as a whole and by category. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, formatSignedPercent } from '@/lib/format';
import { MISSING_NUMBER } from '@/lib/missingData';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { PercentChange } from '@/ui/PercentChange';
import { KeyFigure } from '@/ui/KeyFigure';
import { MethodDetails } from '@/ui/MethodDetails';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { CategoryRows } from './CategoryRows';
import { supplyPriceIndexQuery, type PriceIndexOverview } from './queries';

export function PriceIndexPanel() {
  const query = useQuery(supplyPriceIndexQuery);
  const { data: response, isError, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  const overview = response?.data?.overview;
  const categories = response?.data?.categories ?? [];
  const meta = response?.meta;
  return (
    <Panel
      title="Supply Price Index"
      badges={
        <>
          {meta?.sample && <SampleBadge />}
          {isRefetchError && <StaleBadge since={dataUpdatedAt} />}
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
      {categories.length === 0 ? (
        <EmptyState action={response && <ButtonLink to={paths.dataSync}>Go to Data Sync</ButtonLink>}>
          {overview?.status || overview?.error || 'No price index data available'}
        </EmptyState>
      ) : (
        <>
          <KeyFigure
            label="Current Index"
            value={formatIndex(overview?.current_index, overview?.status)}
            aside={<PercentChange value={overview?.index_change ?? MISSING_NUMBER} />}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
            {describeIndex(overview)}
          </Typography>
          <CategoryRows categories={categories} />
          <MethodDetails method={meta?.method} rows={meta?.n} excluded={meta?.excluded} asOf={meta?.asOf} />
        </>
      )}
    </Panel>
  );
}

/** The index; where there are too few purchases for one, the server says so. */
function formatIndex(index: number | undefined, status: string | undefined): string {
  return index === undefined && status ? status : formatNumber(index ?? MISSING_NUMBER);
}

/** What is to be kept in mind about the index, in one line. */
function describeIndex(overview: PriceIndexOverview | undefined): string {
  const month = overview?.lastMonth;
  const yearly = overview?.yearOverYearPercent;
  return [
    'First month with purchases = 100.',
    month !== undefined && (overview?.carried ? `Carried on from ${month}.` : `Latest month: ${month}.`),
    yearly !== undefined && `${formatSignedPercent(yearly)} against a year before.`,
    overview?.provisional && 'Provisional: under 13 months, each new month still revises the older ones.',
    overview?.current_index !== undefined && overview.status,
  ]
    .filter((remark) => typeof remark === 'string')
    .join(' ');
}
