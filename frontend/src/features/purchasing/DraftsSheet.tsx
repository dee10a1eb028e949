/** The organization's draft orders: waiting, ordered and discarded. */
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
import { LongList } from '@/ui/LongList';
import { DraftCard } from './DraftCard';
import { draftOrdersQuery, permissionsQuery, type DraftState } from './orderingQueries';

const STATES = ['draft', 'ordered', 'discarded'] as const satisfies readonly DraftState[];
type ListedState = (typeof STATES)[number];

const STATE_LABELS: Record<ListedState, string> = {
  get draft() {
    return t('waiting');
  },
  get ordered() {
    return t('ordered');
  },
  get discarded() {
    return t('discarded');
  },
};

const EMPTY_TEXTS: Record<ListedState, string> = {
  get draft() {
    return t('noDraftsToOrderCreateDrafts');
  },
  get ordered() {
    return t('noOrderedDraftsYet');
  },
  get discarded() {
    return t('noDiscardedDrafts');
  },
};

/** Of a card before it is measured, in CSS pixels. */
const CARD_HEIGHT = 200;

interface DraftsSheetProps {
  /** How many drafts were just created. */
  createdCount: number;
  onClose: () => void;
}

export function DraftsSheet({ createdCount, onClose }: DraftsSheetProps) {
  const [shown, setShown] = useState<ListedState>('draft');
  const drafts = useInfiniteQuery(draftOrdersQuery(shown));
  const account = useQuery(permissionsQuery);
  const may = hasPermission(account.data?.permissions, 'purchasing.order');
  const canSend = hasPermission(account.data?.permissions, 'orders.send');
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
      <ToggleGroup
        label={t('show')}
        options={STATES}
        optionLabel={(state) => STATE_LABELS[state]}
        selected={[shown]}
        onToggle={setShown}
      />
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
        <LongList
          label={t('draftOrders')}
          items={items}
          itemKey={(draft) => draft.id}
          itemHeight={CARD_HEIGHT}
          gap={4}
          render={(draft) => <DraftCard draft={draft} canManage={may} canSend={canSend} linked />}
        />
        {drafts.hasNextPage && (
          <Button onClick={() => void drafts.fetchNextPage()} disabled={drafts.isFetchingNextPage}>
            {t('showMore')}
          </Button>
        )}
      </>
    );
  }
}
