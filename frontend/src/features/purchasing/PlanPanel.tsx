/** What to do today: orders and transfers, what waiting costs, and drafts of the accepted lines. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { errorText } from '@/api/errors';
import { formatCount, formatMoney } from '@/lib/format';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/purchase_plan';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import { DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { MethodDetails } from '@/ui/MethodDetails';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { StaleFigures } from '@/ui/StaleFigures';
import { useColumns } from '@/ui/useColumns';
import { useServerOrder } from '@/ui/useServerOrder';
import { PLAN_SORTABLE, planColumns, planLineName } from './planColumns';
import { planKey, planPageFetcher, planQuery, type PlanLine, type PlanPage } from './planQueries';
import { useAcceptPlan } from './useAcceptPlan';

const PlanLineSheet = lazy(async () => ({ default: (await import('./PlanLineSheet')).PlanLineSheet }));

/** About the height of the first rows, so that the panel below does not move. */
const HEIGHT = 1000;
const FIRST_ROWS = 10;
const FIRST_CARDS = 5;

export function PlanPanel() {
  const order = useServerOrder('plan_', PLAN_SORTABLE);
  const pages = useInfiniteQuery({ ...planQuery(order), placeholderData: keepPreviousData });
  const [opened, setOpened] = useState<PlanLine>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [drafts, setDrafts] = useState(0);
  const acceptance = useAcceptPlan((created) => {
    setSelected(new Set());
    setOpened(undefined);
    setDrafts(created);
  });
  const { data, error, isFetching, isPlaceholderData, refetch } = pages;
  const [first] = data?.pages ?? [];
  const meta = first?.meta;
  const currency = meta?.currency;
  const lines = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const columns = useColumns(planColumns, currency, setOpened);
  const orders = lines.filter((line) => line.order !== undefined && selected.has(planKey(line)));
  return (
    <Box sx={{ mb: 4, display: 'grid', gap: 4 }}>
      {drafts > 0 && (
        <Callout
          severity="success"
          action={<ButtonLink to={`${paths.dashboard}?ordering=drafts`}>{t('viewDrafts')}</ButtonLink>}
        >
          {t('draftsCreated', { count: drafts, drafts: formatCount(drafts) })}
        </Callout>
      )}
      {meta?.isUpdating === true && <StaleFigures dates={meta} />}
      <Panel title={t('whatToDo')} subtitle={summarize()}>
        {content()}
      </Panel>
      <Suspense>
        {opened && (
          <PlanLineSheet
            line={opened}
            currency={currency}
            costs={first?.costs}
            acceptance={acceptance}
            onClose={() => {
              acceptance.reset();
              setOpened(undefined);
            }}
          />
        )}
      </Suspense>
    </Box>
  );

  function content() {
    if (!first) {
      if (!error) return <LoadingPlaceholder label={t('planIsLoading')} height={HEIGHT} />;
      return (
        <ErrorAlert
          {...errorText(error, t('couldntLoadThePlan'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      );
    }
    if (lines.length === 0 && order.q === undefined) return <EmptyState>{t('nothingToDo')}</EmptyState>;
    return (
      <>
        {!opened && acceptance.error != null && (
          <ErrorAlert {...errorText(acceptance.error, t('couldntCreateTheDraft'))} />
        )}
        <DataTable
          id="plan"
          label={t('whatToDo')}
          columns={columns}
          rows={lines}
          rowKey={planKey}
          rowHeaders
          hasControls
          initialRows={FIRST_ROWS}
          initialCards={FIRST_CARDS}
          search={{ label: t('search') }}
          defaultOrder={t('costliestFirst')}
          fileName="purchase-plan"
          asOf={meta?.asOf}
          server={{ sortable: PLAN_SORTABLE, total: first.total, loading: isPlaceholderData }}
          more={nextPage(pages, t('showMore'))}
          fetchPage={planPageFetcher(order)}
          selection={
            acceptance.isAllowed
              ? {
                  selected,
                  onChange: setSelected,
                  rowName: planLineName,
                  actions: () => (
                    <Button
                      size="small"
                      variant="contained"
                      disabled={orders.length === 0 || acceptance.isPending}
                      onClick={() => acceptance.accept(orders)}
                    >
                      {t('acceptOrders', { count: orders.length, orders: formatCount(orders.length) })}
                    </Button>
                  ),
                }
              : undefined
          }
        />
        <MethodDetails
          method={meta?.method}
          rows={meta?.n}
          excluded={meta?.excluded}
          exclusions={meta?.exclusions}
          asOf={meta?.asOf}
        />
      </>
    );
  }

  function summarize(): string | undefined {
    if (!first) return undefined;
    const { substitutes } = first;
    if (substitutes === 0) return summarizeOrders(first);
    const offers = t('substitutesToOffer', { count: substitutes, substitutes: formatCount(substitutes) });
    return `${summarizeOrders(first)} ${offers}`;
  }

  function summarizeOrders({ orderNow, transfers, orderLater, orderCost, costOfWaiting }: PlanPage): string {
    if (orderNow + transfers === 0) return t('nothingToday', { later: formatCount(orderLater) });
    return t('todaysOrders', {
      count: orderNow,
      orders: formatCount(orderNow),
      transfers: formatCount(transfers),
      later: formatCount(orderLater),
      cost: formatMoney(orderCost, currency),
      waiting: formatMoney(costOfWaiting, currency),
    });
  }
}
