/** The cost of the organization's purchases relative to the start of the index, in total and by category. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNumber, formatSignedPercent } from '@/lib/format';
import { MISSING_NUMBER } from '@/lib/missingData';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/supply_prices';
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
      title={t('supplyPriceIndex')}
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
      {categories.length === 0 ? (
        <EmptyState action={response && <ButtonLink to={paths.dataSync}>{t('goToDataSync')}</ButtonLink>}>
          {overview?.status || overview?.error || t('noPriceIndexDataAvailable')}
        </EmptyState>
      ) : (
        <>
          <KeyFigure
            label={t('currentIndex')}
            value={formatIndex(overview?.current_index, overview?.status)}
            aside={
              <>
                <PercentChange value={overview?.index_change ?? MISSING_NUMBER} /> {t('vsMonthBefore')}
              </>
            }
          />
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
            {describeIndex(overview)}
          </Typography>
          <CategoryRows categories={categories} />
          <MethodDetails
            method={meta?.method}
            rows={meta?.n}
            excluded={meta?.excluded}
            exclusions={meta?.exclusions}
            asOf={meta?.asOf}
          />
        </>
      )}
    </Panel>
  );
}

/** The index, or the server's reason why there are too few purchases for one. */
function formatIndex(index: number | undefined, status: string | undefined): string {
  return index === undefined && status ? status : formatNumber(index ?? MISSING_NUMBER);
}

/** Caveats about the index, in one line. */
function describeIndex(overview: PriceIndexOverview | undefined): string {
  const month = overview?.lastMonth;
  const yearly = overview?.yearOverYearPercent;
  return [
    t('firstMonthIs100'),
    month !== undefined && (overview?.carried ? t('continuedFrom', { month }) : t('latestMonth', { month })),
    yearly !== undefined && t('vsLastYear', { yearly: formatSignedPercent(yearly) }),
    overview?.provisional && t('provisionalWithUnder13MonthsOf'),
    overview?.current_index !== undefined && overview.status,
    overview?.unusualPriceLines !== undefined &&
      t('unusualPricesLeftOut', {
        count: overview.unusualPriceLines,
        lines: formatCount(overview.unusualPriceLines),
      }),
  ]
    .filter((remark) => typeof remark === 'string')
    .join(' ');
}
