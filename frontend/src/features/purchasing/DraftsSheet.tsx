/** The organization's draft orders: waiting, ordered and discarded. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatCount } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/ordering';
import { Callout } from '@/ui/Callout';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Sheet } from '@/ui/Sheet';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { DraftCard } from './DraftCard';
import { draftOrdersQuery, permissionsQuery, type DraftState } from './orderingQueries';

const STATES = ['Waiting', 'Ordered', 'Discarded'] as const;
type StateFilter = (typeof STATES)[number];

const STATE_BY_FILTER: Record<StateFilter, DraftState> = {
  Waiting: 'draft',
  Ordered: 'ordered',
  Discarded: 'discarded',
};

const EMPTY_TEXTS: Record<StateFilter, string> = {
  get Waiting() {
    return t('noDraftsToOrderCreateDrafts');
  },
  get Ordered() {
    return t('noOrderedDraftsYet');
  },
  get Discarded() {
    return t('noDiscardedDrafts');
  },
};

interface DraftsSheetProps {
  /** How many drafts were just created. */
  createdCount: number;
  onClose: () => void;
}

export function DraftsSheet({ createdCount, onClose }: DraftsSheetProps) {
  const [shown, setShown] = useState<StateFilter>('Waiting');
  const drafts = useInfiniteQuery(draftOrdersQuery(STATE_BY_FILTER[shown]));
  const account = useQuery(permissionsQuery);
  const may = hasPermission(account.data?.permissions, 'purchasing.order');
  return (
    <Sheet title={t('draftOrders')} onClose={onClose}>
      {createdCount > 0 && (
        <Callout severity="success">
          {t('placeThemThenMarkThemAs', {
            created: t('draftOrdersCreated', {
              count: createdCount,
              createdCount: formatCount(createdCount),
            }),
          })}
        </Callout>
      )}
      <ToggleGroup label={t('show')} options={STATES} selected={[shown]} onToggle={setShown} />
      {body()}
    </Sheet>
  );

  function body(): ReactNode {
    if (drafts.isPending) return <LoadingPlaceholder label={t('theDraftsAreLoading')} height={220} />;
    if (drafts.isError && !drafts.data) {
      const errorProps = errorText(drafts.error, t('couldntLoadTheDrafts'));
      return (
        <ErrorAlert {...errorProps} onRetry={() => void drafts.refetch()} retrying={drafts.isFetching} />
      );
    }
    const items = drafts.data.pages.flatMap((page) => page.items);
    if (items.length === 0) return <EmptyState>{EMPTY_TEXTS[shown]}</EmptyState>;
    return (
      <>
        <Box
          component="ul"
          aria-label={t('draftOrders')}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4 }}
        >
          {items.map((draft) => (
            <DraftCard key={draft.id} draft={draft} canManage={may} />
          ))}
        </Box>
        {drafts.hasNextPage && (
          <Button onClick={() => void drafts.fetchNextPage()} disabled={drafts.isFetchingNextPage}>
            {t('showMore')}
          </Button>
        )}
      </>
    );
  }
}
