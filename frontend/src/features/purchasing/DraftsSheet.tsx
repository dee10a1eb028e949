/** The organization's draft orders: those that wait, those that were ordered, those that nobody wants any more. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { count } from '@/lib/format';
import { Callout } from '@/ui/Callout';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Sheet } from '@/ui/Sheet';
import { Waiting } from '@/ui/Waiting';
import { DraftCard } from './DraftCard';
import { draftOrders, permissions, type DraftState } from './ordering';

const STATES = ['Waiting', 'Ordered', 'Discarded'] as const;
type Shown = (typeof STATES)[number];

const stateOf: Record<Shown, DraftState> = { Waiting: 'draft', Ordered: 'ordered', Discarded: 'discarded' };

const NONE: Record<Shown, string> = {
  Waiting: 'No draft waits to be ordered. Accept recommendations to write one.',
  Ordered: 'No draft was ordered yet.',
  Discarded: 'No draft was discarded.',
};

interface DraftsSheetProps {
  /** So many were just written. */
  written: number;
  onClose: () => void;
}

export function DraftsSheet({ written, onClose }: DraftsSheetProps) {
  const [shown, setShown] = useState<Shown>('Waiting');
  const drafts = useInfiniteQuery(draftOrders(stateOf[shown]));
  const account = useQuery(permissions);
  const may = account.data?.permissions.includes('purchasing.order') ?? false;
  return (
    <Sheet title="Draft orders" onClose={onClose}>
      {written > 0 && (
        <Callout weight="success">
          {written === 1 ? '1 draft order is written.' : `${count(written)} draft orders are written.`}{' '}
          Download it, order it, and mark it as ordered: until then its items are not recommended again.
        </Callout>
      )}
      <ChoiceGroup label="Show" choices={STATES} chosen={[shown]} onPress={setShown} />
      {body()}
    </Sheet>
  );

  function body(): ReactNode {
    if (drafts.isPending) return <Waiting label="The drafts are loading" height={220} />;
    if (drafts.isError && !drafts.data) {
      const said = sayFailure(drafts.error, 'The drafts did not load.');
      return <FailureNotice {...said} onRetry={() => void drafts.refetch()} retrying={drafts.isFetching} />;
    }
    const items = drafts.data.pages.flatMap((page) => page.items);
    if (items.length === 0) return <Notice>{NONE[shown]}</Notice>;
    return (
      <>
        <Box
          component="ul"
          aria-label="Draft orders"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4 }}
        >
          {items.map((draft) => (
            <DraftCard key={draft.id} draft={draft} may={may} />
          ))}
        </Box>
        {drafts.hasNextPage && (
          <Button onClick={() => void drafts.fetchNextPage()} disabled={drafts.isFetchingNextPage}>
            Show more
          </Button>
        )}
      </>
    );
  }
}
