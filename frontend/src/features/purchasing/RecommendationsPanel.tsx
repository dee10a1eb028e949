/** Purchase recommendations with their terms and cost. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useSignedIn } from '@/auth/session';
import { formatCount, formatMoney } from '@/lib/format';
import { paths } from '@/lib/paths';
import { formatQuantity } from '@/lib/quantityFormat';
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
import { recommendationsQuery, type Recommendation } from './queries';
import { RecommendationItem } from './RecommendationItem';

// Loaded for users who may order.
const OrderingActions = lazy(async () => ({ default: (await import('./OrderingActions')).OrderingActions }));

const RecommendationTerms = lazy(async () => ({
  default: (await import('./RecommendationTerms')).RecommendationTerms,
}));

/** Maximum number of rows shown initially. */
const FIRST_ROWS = 8;

function columns(currency: string | undefined): Column<Recommendation>[] {
  return [
    { heading: t('item'), render: (row) => <RecommendationItem row={row} /> },
    {
      heading: t('currentStock'),
      numeric: true,
      render: (row) => formatQuantity(row.currentStock, row.unit),
    },
    { heading: t('recommended'), numeric: true, render: (row) => formatQuantity(row.recommended, row.unit) },
    { heading: t('cost'), numeric: true, render: (row) => formatMoney(row.cost, currency) },
  ];
}

export function RecommendationsPanel() {
  const query = useQuery(recommendationsQuery);
  const { data: response, error, isPending, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  const meta = response?.meta;
  const signedIn = useSignedIn();
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
          items={response.data.items}
          withoutReorderPoint={response.data.itemsWithoutReorderPoint}
          currency={meta?.currency}
        />
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
    return (
      <>
        {items.length === 0 ? (
          <EmptyState>
            {waitingInDrafts > 0 ? t('nothingLeftToReorder') : t('nothingToReorderAllItemsAre')}
          </EmptyState>
        ) : (
          <Rows items={items} currency={meta?.currency} />
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

function Rows({ items, currency }: { items: readonly Recommendation[]; currency: string | undefined }) {
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, FIRST_ROWS);
  return (
    <>
      <DataTable
        label={t('recommendationsTable')}
        columns={columns(currency)}
        rows={shown}
        rowKey={(row) => `${row.itemId} ${row.location}`}
        detail={{
          label: t('why'),
          rowName: (row) => `${row.item}, ${row.location}`,
          render: (row) => (
            <Suspense fallback={<LoadingPlaceholder label={t('theTermsAreLoading')} height={300} />}>
              <RecommendationTerms row={row} currency={currency} />
            </Suspense>
          ),
        }}
      />
      {shown.length < items.length && (
        <Button className="screen-only" sx={{ mt: 3 }} onClick={() => setAll(true)}>
          {t('showAll', { items: formatCount(items.length) })}
        </Button>
      )}
    </>
  );
}

function NoInventory() {
  return (
    <EmptyState action={<ButtonLink to={paths.dataSync}>{t('goToDataSync')}</ButtonLink>}>
      {t('noInventoryYetSyncInventoryData')}
    </EmptyState>
  );
}
