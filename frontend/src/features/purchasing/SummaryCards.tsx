/** The four cards at the head of the dashboard, computed from the organization's purchases. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import {
  formatCount,
  formatMoney,
  formatPercent,
  formatShortMoney,
  formatSigned,
  formatSignedPercent,
} from '@/lib/format';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/purchasing';
import { ButtonLink } from '@/ui/ButtonLink';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { MethodDetails } from '@/ui/MethodDetails';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { EmptyState } from '@/ui/EmptyState';
import { StatCard } from '@/ui/StatCard';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { CardGrid } from './CardGrid';
import { purchasingSummaryQuery } from './queries';

// Loaded after the figures.
const CardCourse = lazy(async () => ({ default: (await import('./CardCourse')).CardCourse }));

/** Height of the course of a figure, in CSS pixels. */
const COURSE_HEIGHT = 28;

const trendOf = (change: number | undefined, isJudged = false) =>
  change === undefined || change === 0
    ? undefined
    : { isUp: change > 0, isGood: isJudged ? change > 0 : undefined };

const vsPreviousYear = (change: string) => t('vsPrevious12Months', { change });
const vsPreviousQuarter = (change: string) => t('vsPrevious90Days', { change });

export function SummaryCards() {
  const query = useQuery(purchasingSummaryQuery);
  const { data: response, error, isPending, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  if (isPending) return <LoadingCards />;
  if (error && !response) {
    const errorProps = errorText(error, t('couldntLoadThePurchasingFigures'));
    return <ErrorAlert {...errorProps} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { data, meta } = response;
  if (meta?.n === 0) return <NoPurchases />;

  const marks = meta?.sample ? <SampleBadge /> : undefined;
  const { totalSpend, avgOrderValue, deliveryRate, activeSuppliers } = data;
  /** The last 12 months of a measure. */
  const courseOf = (measure: string, label: string): ReactNode => (
    <Box sx={{ mt: 2, height: COURSE_HEIGHT }}>
      {meta?.asOf !== undefined && (
        <Suspense>
          <CardCourse measure={measure} label={label} asOf={meta.asOf} />
        </Suspense>
      )}
    </Box>
  );
  return (
    <Box>
      <CardGrid>
        <StatCard
          label={t('totalSpend')}
          value={hasValue(totalSpend.value, (value) => formatMoney(value, meta?.currency))}
          short={formatShortMoney(totalSpend.value, meta?.currency)}
          unit={t('inTheLast12Months')}
          change={formatComparison(totalSpend.changePercent, formatSignedPercent, vsPreviousYear)}
          trend={trendOf(totalSpend.changePercent)}
          course={courseOf('spend', t('totalSpend'))}
          badges={marks}
        />
        <StatCard
          label={t('avgOrderValue')}
          value={hasValue(avgOrderValue?.value, (value) => formatMoney(value, meta?.currency))}
          unit={t('perOrder')}
          change={formatComparison(avgOrderValue?.changePercent, formatSignedPercent, vsPreviousYear)}
          trend={trendOf(avgOrderValue?.changePercent)}
          course={courseOf('avg_order_value', t('avgOrderValue'))}
          badges={marks}
        />
        <StatCard
          label={t('deliveryRate')}
          value={hasValue(deliveryRate?.value, formatPercent)}
          unit={t('ofLinesOnTime')}
          change={formatComparison(
            deliveryRate?.changePoints,
            (points) => t('pp', { points: formatSigned(points) }),
            vsPreviousYear,
          )}
          trend={trendOf(deliveryRate?.changePoints, true)}
          course={courseOf('on_time_rate', t('deliveryRate'))}
          badges={marks}
        />
        <StatCard
          label={t('activeSuppliers')}
          value={hasValue(activeSuppliers.value, formatCount)}
          unit={t('inTheLast90Days')}
          change={formatComparison(activeSuppliers.change, formatSigned, vsPreviousQuarter)}
          trend={trendOf(activeSuppliers.change)}
          course={courseOf('suppliers', t('activeSuppliers'))}
          badges={marks}
        />
      </CardGrid>
      {isRefetchError && <StaleBadge since={dataUpdatedAt} />}
      <MethodDetails
        method={meta?.method}
        rows={meta?.n}
        excluded={meta?.excluded}
        exclusions={meta?.exclusions}
        asOf={meta?.asOf}
      />
    </Box>
  );
}

/** A figure, or a dash if it can't be computed. */
function hasValue(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '–' : format(value);
}

/** A change with sign and period. Nothing if there is no base to compare with. */
function formatComparison(
  change: number | undefined,
  format: (change: number) => string,
  describe: (change: string) => string,
): string | undefined {
  return change === undefined ? undefined : describe(format(change));
}

function NoPurchases() {
  return (
    <EmptyState
      action={
        <ButtonLink to={paths.dataSync} variant="contained">
          {t('connectWarehouse')}
        </ButtonLink>
      }
    >
      {t('noPurchasesYetConnectYourWarehouse')}
    </EmptyState>
  );
}

/** As tall as the cards and the line below them. */
function LoadingCards() {
  return (
    <Box sx={{ pb: 9 }}>
      <CardGrid>
        {[t('totalSpend'), t('avgOrderValue'), t('deliveryRate'), t('activeSuppliers')].map((label) => (
          <LoadingPlaceholder key={label} label={t('isLoading', { label })} height={185} />
        ))}
      </CardGrid>
    </Box>
  );
}
