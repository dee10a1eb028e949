/** What to buy now, why, and what it costs. */
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

// Comes when someone may order.
const OrderingActions = lazy(async () => ({ default: (await import('./OrderingActions')).OrderingActions }));

const RecommendationTerms = lazy(async () => ({
  default: (await import('./RecommendationTerms')).RecommendationTerms,
}));

/** Maximum number of rows shown until the reader asks for the rest. */
const FIRST_ROWS = 8;

function columns(currency: string | undefined): Column<Recommendation>[] {
  return [
    { heading: 'Item', render: (row) => <RecommendationItem row={row} /> },
    { heading: 'Current Stock', numeric: true, render: (row) => formatQuantity(row.currentStock, row.unit) },
    { heading: 'Recommended', numeric: true, render: (row) => formatQuantity(row.recommended, row.unit) },
    { heading: 'Cost', numeric: true, render: (row) => formatMoney(row.cost, currency) },
  ];
}

export function RecommendationsPanel() {
  const query = useQuery(recommendationsQuery);
  const { data: response, error, isPending, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  const meta = response?.meta;
  const signedIn = useSignedIn();
  return (
    <Panel
      title="Purchase Recommendations"
      badges={
        <>
          <Badge>AI-Powered Recommendations</Badge>
          {meta?.sample && <SampleBadge />}
          {isRefetchError && <StaleBadge since={dataUpdatedAt} />}
        </>
      }
      actions={actions()}
    >
      {body()}
    </Panel>
  );

  /** Nothing without stock, and nothing for whoever only looks around. */
  function actions(): ReactNode {
    if (!signedIn || !response || meta?.n === 0) return undefined;
    return (
      <Suspense fallback={<Box sx={{ minHeight: 32 }} />}>
        <OrderingActions
          items={response.data.items}
          withoutReorderPoint={response.data.toSet}
          currency={meta?.currency}
        />
      </Suspense>
    );
  }

  function body(): ReactNode {
    if (isPending) return <LoadingPlaceholder label="The recommendations are loading" height={260} />;
    if (error && !response) {
      const said = errorText(error, 'The recommendations did not load.');
      return <ErrorAlert {...said} onRetry={() => void refetch()} retrying={isFetching} />;
    }
    if (meta?.n === 0) return <NoInventory />;
    const { items, withoutReorderPoint, waitingInDrafts } = response.data;
    return (
      <>
        {items.length === 0 ? (
          <EmptyState>
            {waitingInDrafts > 0
              ? 'Nothing more to reorder: what is short waits in draft orders.'
              : 'Nothing to reorder: no item with a reorder point has come down to it.'}
          </EmptyState>
        ) : (
          <Rows items={items} currency={meta?.currency} />
        )}
        {waitingInDrafts > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
            {waitingInDrafts === 1 ? '1 stock row waits' : `${formatCount(waitingInDrafts)} stock rows wait`}{' '}
            in draft orders and {waitingInDrafts === 1 ? 'is' : 'are'} not recommended again.
          </Typography>
        )}
        {withoutReorderPoint > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
            {withoutReorderPoint === 1
              ? '1 stock row has'
              : `${formatCount(withoutReorderPoint)} stock rows have`}{' '}
            too few sales for a level and no reorder point, so nothing says when to order{' '}
            {withoutReorderPoint === 1 ? 'it' : 'them'}.{' '}
            {signedIn && (
              <ButtonLink to="?ordering=minimum" size="small">
                Set a minimum
              </ButtonLink>
            )}
          </Typography>
        )}
        <MethodDetails method={meta?.method} rows={meta?.n} excluded={meta?.excluded} asOf={meta?.asOf} />
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
        label="Purchase recommendations"
        columns={columns(currency)}
        rows={shown}
        rowKey={(row) => `${row.itemId} ${row.location}`}
        detail={{
          label: 'Why?',
          rowName: (row) => `${row.item}, ${row.location}`,
          render: (row) => (
            <Suspense fallback={<LoadingPlaceholder label="The terms are loading" height={300} />}>
              <RecommendationTerms row={row} currency={currency} />
            </Suspense>
          ),
        }}
      />
      {shown.length < items.length && (
        <Button className="screen-only" sx={{ mt: 3 }} onClick={() => setAll(true)}>
          Show all {formatCount(items.length)}
        </Button>
      )}
    </>
  );
}

function NoInventory() {
  return (
    <EmptyState action={<ButtonLink to={paths.dataSync}>Go to Data Sync</ButtonLink>}>
      There is no inventory yet. Sync inventory_data to see what to reorder.
    </EmptyState>
  );
}
