/** The season position as a grid of lines and weeks. A cell opens what makes its balance. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { errorText } from '@/api/errors';
import { formatCount, formatMoney } from '@/lib/format';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/stock';
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
import { TextLink } from '@/ui/TextLink';
import { useColumns } from '@/ui/useColumns';
import { useServerOrder } from '@/ui/useServerOrder';
import { lineName, positionColumns, SORTABLE } from './positionColumns';
import { addAdvice, planKey, planMetaQuery, usePlanAdvice, type PlanLine } from './planQueries';
import { PositionFilters } from './PositionFilters';
import { positionPageFetcher, positionQuery, type PositionLine, type PositionWeek } from './positionQueries';
import { usePositionState } from './positionState';
import { useAcceptPlan } from './useAcceptPlan';

const PositionWeekSheet = lazy(async () => ({
  default: (await import('./PositionWeekSheet')).PositionWeekSheet,
}));
const PlanLineSheet = lazy(async () => ({ default: (await import('./PlanLineSheet')).PlanLineSheet }));

const HEIGHT = 640;
const FIRST_CARDS = 10;

const lineKey = (line: PositionLine): string =>
  line.itemId !== undefined && line.location !== undefined
    ? planKey({ itemId: line.itemId, location: line.location })
    : `${line.itemId ?? line.category ?? ''}\n${line.location ?? ''}\n${line.unit}`;

export function PositionPanel() {
  const [state, change] = usePositionState();
  const order = useServerOrder('', SORTABLE);
  const pages = useInfiniteQuery({ ...positionQuery(state, order), placeholderData: keepPreviousData });
  const [opened, setOpened] = useState<{ line: PositionLine; week: PositionWeek }>();
  const [explained, setExplained] = useState<PlanLine>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [drafts, setDrafts] = useState(0);
  const acceptance = useAcceptPlan((created) => {
    setSelected(new Set());
    setExplained(undefined);
    setDrafts(created);
  });
  const { data, error, isFetching, isPlaceholderData, refetch } = pages;
  const [first] = data?.pages ?? [];
  const meta = first?.meta;
  const lines = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const advice = usePlanAdvice(lines);
  const rows = useMemo(() => addAdvice(lines, advice), [lines, advice]);
  const weeks = useMemo(() => lines[0]?.weeks.map(({ startsOn }) => startsOn) ?? [], [lines]);
  const openWeek = useCallback((line: PositionLine, week: PositionWeek) => setOpened({ line, week }), []);
  const columns = useColumns(positionColumns, state.group, weeks, meta?.currency, openWeek, setExplained);
  const planMeta = useQuery({ ...planMetaQuery, enabled: explained !== undefined });
  if (!first) {
    if (!error) return <LoadingPlaceholder label={t('positionIsLoading')} height={HEIGHT} />;
    return (
      <ErrorAlert
        {...errorText(error, t('couldntLoadThePosition'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const byItem = state.group === 'item_location';
  const orders = [...advice.values()].filter(
    (line) => line.order !== undefined && selected.has(planKey(line)),
  );
  const filtered = state.category !== '' || state.location !== '' || state.onlyShort || order.q !== undefined;
  return (
    <>
      <StaleFigures dates={meta} />
      <MissingInputs missing={first.missing} />
      {drafts > 0 && (
        <Box sx={{ mb: 4 }}>
          <Callout
            severity="success"
            action={<ButtonLink to={`${paths.dashboard}?ordering=drafts`}>{t('viewDrafts')}</ButtonLink>}
          >
            {t('draftsCreated', { count: drafts, drafts: formatCount(drafts) })}
          </Callout>
        </Box>
      )}
      <Panel title={t('balanceByWeek')} subtitle={summarize()}>
        {!explained && acceptance.error != null && (
          <ErrorAlert {...errorText(acceptance.error, t('couldntCreateDrafts'))} />
        )}
        <PositionFilters
          state={state}
          categories={first.categories}
          locations={first.locations}
          onChange={(changed) => {
            setSelected(new Set());
            change(changed);
          }}
        />
        {lines.length === 0 && order.q === undefined ? (
          <EmptyState
            action={
              filtered ? (
                <Button
                  variant="outlined"
                  size="small"
                  onClick={() => change({ category: '', location: '', onlyShort: false })}
                >
                  {t('clearFilters')}
                </Button>
              ) : (
                <ButtonLink to={paths.dataSync}>{t('dataSync')}</ButtonLink>
              )
            }
          >
            {filtered ? t('noLines') : t('noStock')}
          </EmptyState>
        ) : (
          <DataTable
            id="position"
            isMain
            label={t('balanceByWeek')}
            columns={columns}
            rows={rows}
            rowKey={lineKey}
            rowHeaders
            hasControls
            initialCards={FIRST_CARDS}
            search={{ label: t('search') }}
            defaultOrder={t('shortFirst')}
            fileName="season-position"
            asOf={meta?.asOf}
            server={{ sortable: SORTABLE, total: first.total, loading: isPlaceholderData }}
            more={nextPage(pages, t('showMore'))}
            fetchPage={positionPageFetcher(state, order)}
            selection={
              byItem && acceptance.isAllowed
                ? {
                    selected,
                    onChange: setSelected,
                    rowName: lineName,
                    actions: () => (
                      <Button
                        size="small"
                        variant="contained"
                        disabled={orders.length === 0 || acceptance.isPending}
                        onClick={() => acceptance.accept(orders)}
                      >
                        {orders.length === 0
                          ? t('nothingToOrder')
                          : t('draftOrders', { count: orders.length, orders: formatCount(orders.length) })}
                      </Button>
                    ),
                  }
                : undefined
            }
          />
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
          {t('legend')}
        </Typography>
        <MethodDetails
          method={meta?.method}
          rows={meta?.n}
          excluded={meta?.excluded}
          exclusions={meta?.exclusions}
          asOf={meta?.asOf}
        />
      </Panel>
      <Suspense>
        {opened && <PositionWeekSheet {...opened} onClose={() => setOpened(undefined)} />}
        {explained && (
          <PlanLineSheet
            line={explained}
            currency={meta?.currency}
            costs={planMeta.data?.data.costs}
            acceptance={acceptance}
            onClose={() => {
              acceptance.reset();
              setExplained(undefined);
            }}
          />
        )}
      </Suspense>
    </>
  );

  function summarize(): string {
    const { shortLines = 0, shortageCost = 0, total = 0 } = first ?? {};
    const count = { weeks: String(state.weeks) };
    if (shortLines === 0) return t('nothingRunsShort', count);
    return t('linesRunShort', {
      ...count,
      count: shortLines,
      short: formatCount(shortLines),
      total: formatCount(total),
      cost: formatMoney(shortageCost, meta?.currency),
    });
  }
}

function MissingInputs({
  missing,
}: {
  missing: readonly ('sales' | 'customer_bookings' | 'purchase_orders')[];
}) {
  if (missing.length === 0) return null;
  const texts = {
    sales: t('missingSales'),
    customer_bookings: t('missingBookings'),
    purchase_orders: t('missingOrders'),
  };
  return (
    <Box sx={{ mb: 4 }}>
      <Callout severity="info">
        <span>{missing.map((each) => texts[each]).join(' ')}</span>{' '}
        <TextLink to={paths.dataSync}>{t('dataSync')}</TextLink>
      </Callout>
    </Box>
  );
}
