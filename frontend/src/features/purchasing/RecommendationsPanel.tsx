/** What to buy now, why, and what it costs. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { useSignedIn } from '@/auth/session';
import { count, money } from '@/lib/format';
import { paths } from '@/lib/paths';
import { quantity } from '@/lib/units';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { FailureNotice } from '@/ui/FailureNotice';
import { HowComputed } from '@/ui/HowComputed';
import { Mark } from '@/ui/Mark';
import { SampleMark, StaleMark } from '@/ui/marks';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { purchaseRecommendations, type Recommendation } from './queries';
import { RecommendationItem } from './RecommendationItem';

// Comes when somebody may order.
const OrderingActions = lazy(async () => ({ default: (await import('./OrderingActions')).OrderingActions }));

const RecommendationTerms = lazy(async () => ({
  default: (await import('./RecommendationTerms')).RecommendationTerms,
}));

/** So many rows are shown until the reader asks for the rest. */
const FIRST_ROWS = 8;

function columns(currency: string | undefined): Column<Recommendation>[] {
  return [
    { heading: 'Item', show: (row) => <RecommendationItem row={row} /> },
    { heading: 'Current Stock', numeric: true, show: (row) => quantity(row.currentStock, row.unit) },
    { heading: 'Recommended', numeric: true, show: (row) => quantity(row.recommended, row.unit) },
    { heading: 'Cost', numeric: true, show: (row) => money(row.cost, currency) },
  ];
}

export function RecommendationsPanel() {
  const query = useQuery(purchaseRecommendations);
  const { data: answered, error, isPending, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  const meta = answered?.meta;
  const signedIn = useSignedIn();
  return (
    <Panel
      title="Purchase Recommendations"
      marks={
        <>
          <Mark>AI-Powered Recommendations</Mark>
          {meta?.sample && <SampleMark />}
          {isRefetchError && <StaleMark since={dataUpdatedAt} />}
        </>
      }
      actions={actions()}
    >
      {body()}
    </Panel>
  );

  /** Nothing without stock, and nothing for whoever only looks around. */
  function actions(): ReactNode {
    if (!signedIn || !answered || meta?.n === 0) return undefined;
    return (
      <Suspense fallback={<Box sx={{ minHeight: 32 }} />}>
        <OrderingActions items={answered.data.items} toSet={answered.data.toSet} currency={meta?.currency} />
      </Suspense>
    );
  }

  function body(): ReactNode {
    if (isPending) return <Waiting label="The recommendations are loading" height={260} />;
    if (error && !answered) {
      const said = sayFailure(error, 'The recommendations did not load.');
      return <FailureNotice {...said} onRetry={() => void refetch()} retrying={isFetching} />;
    }
    if (meta?.n === 0) return <NoInventory />;
    const { items, withoutReorderPoint, waitingInDrafts } = answered.data;
    return (
      <>
        {items.length === 0 ? (
          <Notice>
            {waitingInDrafts > 0
              ? 'Nothing more to reorder: what is short waits in draft orders.'
              : 'Nothing to reorder: no item with a reorder point has come down to it.'}
          </Notice>
        ) : (
          <Rows items={items} currency={meta?.currency} />
        )}
        {waitingInDrafts > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
            {waitingInDrafts === 1 ? '1 stock row waits' : `${count(waitingInDrafts)} stock rows wait`} in
            draft orders and {waitingInDrafts === 1 ? 'is' : 'are'} not recommended again.
          </Typography>
        )}
        {withoutReorderPoint > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
            {withoutReorderPoint === 1 ? '1 stock row has' : `${count(withoutReorderPoint)} stock rows have`}{' '}
            too few sales for a level and no reorder point, so nothing says when to order{' '}
            {withoutReorderPoint === 1 ? 'it' : 'them'}.{' '}
            {signedIn && (
              <ButtonLink to="?ordering=minimum" size="small">
                Set a minimum
              </ButtonLink>
            )}
          </Typography>
        )}
        <HowComputed method={meta?.method} rows={meta?.n} excluded={meta?.excluded} asOf={meta?.asOf} />
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
          of: (row) => `${row.item}, ${row.location}`,
          show: (row) => (
            <Suspense fallback={<Waiting label="The terms are loading" height={300} />}>
              <RecommendationTerms row={row} currency={currency} />
            </Suspense>
          ),
        }}
      />
      {shown.length < items.length && (
        <Button className="screen-only" sx={{ mt: 3 }} onClick={() => setAll(true)}>
          Show all {count(items.length)}
        </Button>
      )}
    </>
  );
}

function NoInventory() {
  return (
    <Notice action={<ButtonLink to={paths.dataSync}>Go to Data Sync</ButtonLink>}>
      There is no inventory yet. Sync inventory_data to see what to reorder.
    </Notice>
  );
}
