/** The purchase plan beside the one under a scenario, and the lines that change. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { apiBodyQuery } from '@/api/queries';
import { formatShortDay } from '@/lib/dateFormat';
import { formatCount, formatMoney } from '@/lib/format';
import { NO_FIGURE } from '@/lib/missingData';
import { formatQuantity, unitPlural } from '@/lib/quantityFormat';
import { t } from '@/messages/en/plan_scenario';
import { Callout } from '@/ui/Callout';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { MethodDetails } from '@/ui/MethodDetails';
import { RecordLink } from '@/ui/RecordLink';
import { planKey } from './planQueries';
import { isExpected, type Scenario } from './scenarioState';

type Comparison = Schemas['PurchasePlanComparison'];
type Totals = Comparison['plan'];
type ChangedLine = Comparison['changed'][number];
type Decision = ChangedLine['plan'];

const HEIGHT = 300;

export function ScenarioComparison({ scenario }: { scenario: Scenario }) {
  const expected = isExpected(scenario);
  const query = useQuery({
    ...apiBodyQuery('/api/purchasing/plan/what-if', { params: { query: { ...scenario } } }),
    enabled: !expected,
  });
  if (expected) return <Typography sx={{ color: 'text.secondary' }}>{t('changeSomething')}</Typography>;
  if (query.error)
    return (
      <ErrorAlert
        {...errorText(query.error, t('couldntCompare'))}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (!query.data) return <LoadingPlaceholder label={t('scenarioIsLoading')} height={HEIGHT} />;
  const { data, meta } = query.data;
  const currency = meta?.currency;
  const { deferred } = data;
  return (
    <Box sx={{ display: 'grid', gap: 4 }} aria-live="polite">
      {deferred.lines > 0 && (
        <Callout severity="warning">
          {t('deferred', {
            count: deferred.lines,
            lines: formatCount(deferred.lines),
            cost: formatMoney(deferred.cost, currency),
            waiting: formatMoney(deferred.costOfWaiting, currency),
          })}
        </Callout>
      )}
      <DataTable
        label={t('totals')}
        cardsBelow={0}
        dense
        rowHeaders
        columns={totalColumns(data, currency)}
        rows={totalRows()}
        rowKey={({ key }) => key}
      />
      <Box>
        <Typography component="h3" sx={{ fontWeight: 600, mb: 2 }}>
          {changedHeading(data)}
        </Typography>
        {data.changed.length > 0 && (
          <DataTable
            id="scenario"
            label={t('changedLines')}
            columns={changedColumns(currency)}
            rows={data.changed}
            rowKey={planKey}
            rowHeaders
            initialRows={10}
            initialCards={5}
            fileName="purchase-plan-scenario"
            asOf={meta?.asOf}
          />
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('assumptions', { rows: formatCount(data.byReorderPoint) })}
      </Typography>
      <MethodDetails method={meta?.method} rows={meta?.n} asOf={meta?.asOf} />
    </Box>
  );
}

function changedHeading({ changed, changedTotal }: Comparison): string {
  if (changedTotal === 0) return t('nothingChanges');
  if (changedTotal > changed.length)
    return t('largestChanges', { lines: formatCount(changedTotal), shown: formatCount(changed.length) });
  return t('linesChange', { count: changedTotal, lines: formatCount(changedTotal) });
}

interface TotalRow {
  key: keyof Totals;
  name: string;
}

const totalRows = (): TotalRow[] => [
  { key: 'orderNow', name: t('ordersToday') },
  { key: 'orderCost', name: t('costToday') },
  { key: 'transfers', name: t('transfers') },
  { key: 'orderLater', name: t('ordersLater') },
  { key: 'short', name: t('runsShort') },
];

function totalColumns({ plan, scenario }: Comparison, currency: string | undefined): Column<TotalRow>[] {
  const format = (key: keyof Totals, value: number) =>
    key === 'orderCost' ? formatMoney(value, currency) : formatCount(value);
  const column = (id: string, heading: string, value: (key: keyof Totals) => number): Column<TotalRow> => ({
    id,
    heading,
    numeric: true,
    noWrap: true,
    render: ({ key }) => format(key, value(key)),
  });
  return [
    { id: 'total', heading: t('total'), render: ({ name }) => name },
    column('plan', t('plan'), (key) => plan[key]),
    column('scenario', t('scenario'), (key) => scenario[key]),
    column('difference', t('difference'), (key) => scenario[key] - plan[key]),
  ];
}

function changedColumns(currency: string | undefined): Column<ChangedLine>[] {
  const decision = (side: 'plan' | 'scenario', heading: string): Column<ChangedLine> => ({
    id: side,
    heading,
    leadsCard: side === 'scenario',
    value: (line) => decisionText(line[side], line.unit),
    render: (line) =>
      side === 'scenario' && line.deferred ? t('overBudget') : decisionText(line[side], line.unit),
  });
  const cost = ({ cost }: Decision) => cost ?? 0;
  return [
    {
      id: 'item',
      heading: t('item'),
      fixed: true,
      value: (line) => line.item,
      render: (line) => (
        <Box sx={{ minWidth: { sm: 160 }, whiteSpace: 'normal' }}>
          <RecordLink kind="item" id={line.itemId} name={line.item} />
          <Box
            component="span"
            sx={{ display: 'block', typography: 'body2', color: 'text.secondary', fontWeight: 400 }}
          >
            {`${line.location} · ${unitPlural(line.unit)}`}
          </Box>
        </Box>
      ),
    },
    decision('plan', t('plan')),
    decision('scenario', t('scenario')),
    {
      id: 'difference',
      heading: t('costDifference'),
      numeric: true,
      leadsCard: true,
      value: (line) => cost(line.scenario) - cost(line.plan),
      render: (line) => {
        const difference = cost(line.scenario) - cost(line.plan);
        return difference === 0 ? NO_FIGURE : formatMoney(difference, currency);
      },
    },
  ];
}

function decisionText({ action, quantity, orderBy }: Decision, unit: string): string {
  switch (action) {
    case 'order_now':
      return t('orderNow', { quantity: formatQuantity(quantity ?? 0, unit) });
    case 'transfer':
      return t('transfer');
    case 'offer_substitute':
      return t('offerSubstitute');
    case 'order_later':
      return t('orderLater', { day: orderBy === undefined ? '' : formatShortDay(orderBy) });
    case 'none':
      return t('doNothing');
  }
}
