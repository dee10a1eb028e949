/** The four cards at the head of the dashboard, computed from the organization's purchases. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { sayFailure } from '@/api/errors';
import { count, money, percent, signed, signedPercent } from '@/lib/format';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { FailureNotice } from '@/ui/FailureNotice';
import { HowComputed } from '@/ui/HowComputed';
import { SampleMark, StaleMark } from '@/ui/marks';
import { Notice } from '@/ui/Notice';
import { StatCard } from '@/ui/StatCard';
import { Waiting } from '@/ui/Waiting';
import { CardGrid } from './CardGrid';
import { purchasingSummary } from './queries';

const YEAR = 'vs previous 12 months';
const QUARTER = 'vs previous 90 days';

export function SummaryCards() {
  const query = useQuery(purchasingSummary);
  const { data: answered, error, isPending, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  if (isPending) return <WaitingCards />;
  if (error && !answered) {
    const said = sayFailure(error, 'The purchasing figures did not load.');
    return <FailureNotice {...said} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { data, meta } = answered;
  if (meta?.n === 0) return <NoPurchases />;

  const marks = meta?.sample ? <SampleMark /> : undefined;
  const { totalSpend, avgOrderValue, deliveryRate, activeSuppliers } = data;
  return (
    <Box>
      <CardGrid>
        <StatCard
          label="Total Spend"
          value={known(totalSpend.value, (value) => money(value, meta?.currency))}
          unit="in the last 12 months"
          change={against(totalSpend.changePercent, signedPercent, YEAR)}
          marks={marks}
        />
        <StatCard
          label="Avg Order Value"
          value={known(avgOrderValue?.value, (value) => money(value, meta?.currency))}
          unit="per order"
          change={against(avgOrderValue?.changePercent, signedPercent, YEAR)}
          marks={marks}
        />
        <StatCard
          label="Delivery Rate"
          value={known(deliveryRate?.value, percent)}
          unit="of lines on time"
          change={against(deliveryRate?.changePoints, (points) => `${signed(points)} points`, YEAR)}
          marks={marks}
        />
        <StatCard
          label="Active Suppliers"
          value={known(activeSuppliers.value, count)}
          unit="in the last 90 days"
          change={against(activeSuppliers.change, signed, QUARTER)}
          marks={marks}
        />
      </CardGrid>
      {isRefetchError && <StaleMark since={dataUpdatedAt} />}
      <HowComputed method={meta?.method} rows={meta?.n} excluded={meta?.excluded} asOf={meta?.asOf} />
    </Box>
  );
}

/** A figure, or a dash where there is nothing to compute it from. */
function known(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '–' : format(value);
}

/** A change with sign and period; nothing where there is no base to compare with. */
function against(
  change: number | undefined,
  format: (change: number) => string,
  period: string,
): string | undefined {
  return change === undefined ? undefined : `${format(change)} ${period}`;
}

function NoPurchases() {
  return (
    <Notice
      action={
        <ButtonLink to={paths.dataSync} variant="contained">
          Connect a warehouse
        </ButtonLink>
      }
    >
      There are no purchases to show yet. Connect your warehouse and run a sync: the figures appear here.
    </Notice>
  );
}

/** As high as the cards, with the line below them. */
function WaitingCards() {
  return (
    <Box sx={{ pb: 9 }}>
      <CardGrid>
        {['Total Spend', 'Avg Order Value', 'Delivery Rate', 'Active Suppliers'].map((label) => (
          <Waiting key={label} label={`${label} is loading`} height={149} />
        ))}
      </CardGrid>
    </Box>
  );
}
