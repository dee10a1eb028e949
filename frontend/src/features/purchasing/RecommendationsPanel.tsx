/** Purchase recommendations with their terms and cost. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useSignedIn } from '@/auth/session';
import { daysOfCover } from '@/lib/daysOfCover';
import { formatCount, formatMoney } from '@/lib/format';
import { paths } from '@/lib/paths';
import { formatQuantity } from '@/lib/quantityFormat';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/purchasing';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { MethodDetails } from '@/ui/MethodDetails';
import { Badge } from '@/ui/Badge';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { RecordLink } from '@/ui/RecordLink';
import { useColumns } from '@/ui/useColumns';
import { recommendationKey, recommendationsQuery, type Meta, type Recommendation } from './queries';
import type { LoadedRecommendations } from './PagedRecommendations';
import { DaysOfCover } from './DaysOfCover';
import { RecommendationItem } from './RecommendationItem';

// Loaded for users who may order.
const OrderingActions = lazy(async () => ({ default: (await import('./OrderingActions')).OrderingActions }));

const DraftButton = lazy(async () => ({ default: (await import('./DraftButton')).DraftButton }));

const RecommendationTerms = lazy(async () => ({
  default: (await import('./RecommendationTerms')).RecommendationTerms,
}));

// Loaded where there are more recommendations than in the first response.
const PagedRecommendations = lazy(async () => ({
  default: (await import('./PagedRecommendations')).PagedRecommendations,
}));

/** Maximum number of rows shown initially. */
const FIRST_ROWS = 8;

/**
 * `linked`: names link to the pages of items, suppliers and locations. `totalCost`: that of all pages, if
 * not all rows are loaded.
 */
function columns(
  currency: string | undefined,
  linked: boolean,
  totalCost: number | undefined,
): Column<Recommendation>[] {
  return [
    {
      id: 'item',
      heading: t('item'),
      fixed: true,
      value: (row) => `${row.item}, ${row.category}, ${row.location}`,
      render: (row) => <RecommendationItem row={row} linked={linked} />,
    },
    {
      id: 'stock',
      heading: t('currentStock'),
      fixed: true,
      numeric: true,
      value: (row) => row.currentStock,
      render: (row) => formatQuantity(row.currentStock, row.unit),
    },
    {
      id: 'recommended',
      heading: t('recommended'),
      fixed: true,
      numeric: true,
      descendingFirst: true,
      value: (row) => row.recommended,
      render: (row) => formatQuantity(row.recommended, row.unit),
    },
    {
      id: 'cost',
      heading: t('cost'),
      fixed: true,
      numeric: true,
      descendingFirst: true,
      value: (row) => row.cost,
      render: (row) => formatMoney(row.cost, currency),
      total: (rows) => formatMoney(totalCost ?? rows.reduce((sum, row) => sum + row.cost, 0), currency),
    },
    {
      id: 'supplier',
      heading: t('supplier'),
      value: (row) => row.supplier ?? row.supplierId,
      render: (row) => (
        <RecordLink
          kind="supplier"
          id={row.supplierId ?? ''}
          name={row.supplier ?? row.supplierId ?? '-'}
          linked={linked}
        />
      ),
    },
    {
      id: 'days_of_cover',
      heading: t('daysOfCover'),
      numeric: true,
      value: daysOfCover,
      render: (row) => <DaysOfCover row={row} />,
    },
    {
      id: 'lead_time',
      heading: t('leadTimeDays'),
      optional: true,
      numeric: true,
      value: (row) => row.terms.leadTimeDays,
      render: (row) => formatCount(row.terms.leadTimeDays),
    },
    {
      id: 'reorder_point',
      heading: t('reorderPoint'),
      optional: true,
      numeric: true,
      value: (row) => row.terms.reorderPoint,
      render: (row) => formatQuantity(row.terms.reorderPoint, row.unit),
    },
    ...(linked ? [draftColumn] : []),
  ];
}

const draftColumn: Column<Recommendation> = {
  id: 'draft',
  get heading() {
    return t('order');
  },
  screenOnly: true,
  render: (row) => (
    <Suspense>
      <DraftButton row={row} />
    </Suspense>
  ),
};

export function RecommendationsPanel() {
  const query = useQuery(recommendationsQuery);
  const { data: response, error, isPending, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  const meta = response?.meta;
  const signedIn = useSignedIn();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [loaded, setLoaded] = useState<readonly Recommendation[]>([]);
  const isPaged = response?.data.nextCursor !== undefined;
  // The selected rows may be on any of the loaded pages.
  const chosen = useMemo(
    () => loaded.filter((row) => selected.has(recommendationKey(row))),
    [loaded, selected],
  );
  return (
    <Panel
      title={t('purchaseRecommendations')}
      badges={
        <>
          <Badge>{t('aiPoweredRecommendations')}</Badge>
          {meta?.sample && <SampleBadge />}
          {isRefetchError && <StaleBadge since={dataUpdatedAt} />}
        </>
      }
      actions={actions()}
    >
      {body()}
    </Panel>
  );

  /** Null without stock, and for visitors. */
  function actions(): ReactNode {
    if (!signedIn || !response || meta?.n === 0) return undefined;
    return (
      <Suspense fallback={<Box sx={{ minHeight: 32 }} />}>
        <OrderingActions
          items={isPaged && selected.size > 0 ? chosen : response.data.items}
          total={response.data.total}
          chosen={selected}
          withoutReorderPoint={response.data.itemsWithoutReorderPoint}
          currency={meta?.currency}
        />
      </Suspense>
    );
  }

  function rows(): ReactNode {
    if (!response) return null;
    const { items } = response.data;
    const selection = signedIn ? { selected, onSelect: setSelected } : {};
    if (!isPaged) return <Rows items={items} meta={meta} {...selection} />;
    return (
      <Suspense fallback={<LoadingPlaceholder label={t('theRecommendationsAreLoading')} height={480} />}>
        <PagedRecommendations onLoad={setLoaded}>
          {(page) => <Rows {...page} meta={meta} {...selection} />}
        </PagedRecommendations>
      </Suspense>
    );
  }

  function body(): ReactNode {
    if (isPending) return <LoadingPlaceholder label={t('theRecommendationsAreLoading')} height={260} />;
    if (error && !response) {
      const errorProps = errorText(error, t('couldntLoadTheRecommendations'));
      return <ErrorAlert {...errorProps} onRetry={() => void refetch()} retrying={isFetching} />;
    }
    if (meta?.n === 0) return <NoInventory />;
    const { items, withoutReorderPoint, inOpenDrafts: waitingInDrafts } = response.data;
    const unlocatedSales =
      meta?.exclusions?.find(({ reason }) => reason === 'location_without_stock')?.count ?? 0;
    return (
      <>
        {items.length === 0 ? (
          <EmptyState>
            {waitingInDrafts > 0 ? t('nothingLeftToReorder') : t('nothingToReorderAllItemsAre')}
          </EmptyState>
        ) : (
          rows()
        )}
        {waitingInDrafts > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
            {t('itemsAreAlreadyInDraftOrders', {
              count: waitingInDrafts,
              waitingInDrafts: formatCount(waitingInDrafts),
            })}{' '}
            {signedIn && (
              <ButtonLink to="?ordering=drafts" size="small">
                {t('viewDrafts')}
              </ButtonLink>
            )}
          </Typography>
        )}
        {unlocatedSales > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
            {t('saleLinesAtLocationsWithoutStock', {
              count: unlocatedSales,
              lines: formatCount(unlocatedSales),
            })}{' '}
            {signedIn && (
              <ButtonLink to="?ordering=locations" size="small">
                {t('mapLocations')}
              </ButtonLink>
            )}
          </Typography>
        )}
        {withoutReorderPoint > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
            {t('itemsDontHaveEnoughSalesHistory', {
              count: withoutReorderPoint,
              withoutReorderPoint: formatCount(withoutReorderPoint),
            })}{' '}
            {signedIn && (
              <ButtonLink to="?ordering=minimum" size="small">
                {t('setMinimum')}
              </ButtonLink>
            )}
          </Typography>
        )}
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
}

interface RowsProps extends LoadedRecommendations {
  meta: Meta | undefined;
  selected?: ReadonlySet<string>;
  /** Undefined for visitors, who order nothing. */
  onSelect?: (selected: ReadonlySet<string>) => void;
}

const rowName = (row: Recommendation): string => `${row.item}, ${row.location}`;

function Rows({ items, totalCost, meta, selected = new Set(), onSelect, ...paging }: RowsProps) {
  const [, setAddress] = useUrlParams();
  const currency = meta?.currency;
  const shown = useColumns(columns, currency, onSelect !== undefined, totalCost);
  return (
    <DataTable
      id="recommendations"
      label={t('recommendationsTable')}
      columns={shown}
      rows={items}
      rowKey={recommendationKey}
      hasControls={onSelect !== undefined}
      initialRows={FIRST_ROWS}
      {...paging}
      search={{ label: t('searchItems') }}
      fileName="recommendations"
      asOf={meta?.asOf}
      selection={
        onSelect && {
          selected,
          onChange: onSelect,
          rowName,
          actions: () => (
            <Button size="small" variant="contained" onClick={order}>
              {t('orderSelection')}
            </Button>
          ),
        }
      }
      detail={{
        label: t('why'),
        rowName,
        render: (row) => (
          <Suspense fallback={<LoadingPlaceholder label={t('theTermsAreLoading')} height={300} />}>
            <RecommendationTerms row={row} currency={currency} />
          </Suspense>
        ),
      }}
    />
  );

  function order() {
    setAddress(
      (address) => {
        address.set('ordering', 'accept');
        return address;
      },
      { preventScrollReset: true },
    );
  }
}

function NoInventory() {
  return (
    <EmptyState action={<ButtonLink to={paths.dataSync}>{t('goToDataSync')}</ButtonLink>}>
      {t('noInventoryYetSyncInventoryData')}
    </EmptyState>
  );
}
