/** What the organization's own buying basket costs now against its start, as a whole and by category. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { number, signedPercent } from '@/lib/format';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Change } from '@/ui/Change';
import { Headline } from '@/ui/Headline';
import { HowComputed } from '@/ui/HowComputed';
import { SampleMark, StaleMark } from '@/ui/marks';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { CategoryRows } from './CategoryRows';
import { supplyPriceIndex, type PriceIndexOverview } from './queries';

export function PriceIndexPanel() {
  const query = useQuery(supplyPriceIndex);
  const { data: answered, isError, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  const overview = answered?.data?.overview;
  const categories = answered?.data?.categories ?? [];
  const meta = answered?.meta;
  return (
    <Panel
      title="Supply Price Index"
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
      {categories.length === 0 ? (
        <Notice action={answered && <ButtonLink to={paths.dataSync}>Go to Data Sync</ButtonLink>}>
          {overview?.status || overview?.error || 'No price index data available'}
        </Notice>
      ) : (
        <>
          <Headline
            label="Current Index"
            value={current(overview?.current_index, overview?.status)}
            aside={<Change value={overview?.index_change ?? 0} />}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
            {remarks(overview)}
          </Typography>
          <CategoryRows categories={categories} />
          <HowComputed method={meta?.method} rows={meta?.n} excluded={meta?.excluded} asOf={meta?.asOf} />
        </>
      )}
    </Panel>
  );
}

/** The index; where there are too few purchases for one, the server says so. */
function current(index: number | undefined, status: string | undefined): string {
  return index === undefined && status ? status : number(index ?? 0);
}

/** What is to be kept in mind about the index, in one line. */
function remarks(overview: PriceIndexOverview | undefined): string {
  const month = overview?.lastMonth;
  const yearly = overview?.yearOverYearPercent;
  return [
    'First month with purchases = 100.',
    month !== undefined && (overview?.carried ? `Carried on from ${month}.` : `Latest month: ${month}.`),
    yearly !== undefined && `${signedPercent(yearly)} against a year before.`,
    overview?.provisional && 'Provisional: under 13 months, each new month still revises the older ones.',
    overview?.current_index !== undefined && overview.status,
  ]
    .filter((remark) => typeof remark === 'string')
    .join(' ');
}
