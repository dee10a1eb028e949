/** The user’s conversations, newest first: opens, renames and deletes them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/assistant_history';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { HistoryRow } from './HistoryRow';
import { useConversations } from './useConversations';

interface HistoryProps {
  /** The open conversation. */
  currentId: string | undefined;
  onOpen: (id: string) => void;
  /** Called when the open conversation was deleted. */
  onGone: () => void;
}

export function History({ currentId, onOpen, onGone }: HistoryProps) {
  const list = useConversations();
  return <>{body()}</>;

  function body(): ReactNode {
    if (list.isPending) return <LoadingPlaceholder label={t('theConversationsAreLoading')} height={240} />;
    if (list.isError && !list.data) {
      const errorProps = errorText(list.error, t('couldntLoadTheConversations'));
      return <ErrorAlert {...errorProps} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
    }
    const found = list.data.pages.flatMap((page) => page.items);
    if (found.length === 0) return <EmptyState>{t('yourConversationsAppearHereOnlyYou')}</EmptyState>;
    return (
      <>
        <Box component="ul" aria-label={t('conversations')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {found.map((summary) => (
            <HistoryRow
              key={summary.id}
              summary={summary}
              current={summary.id === currentId}
              onOpen={() => onOpen(summary.id)}
              onDeleted={() => {
                if (summary.id === currentId) onGone();
              }}
            />
          ))}
        </Box>
        {list.hasNextPage && (
          <Button sx={{ mt: 2 }} onClick={() => void list.fetchNextPage()} disabled={list.isFetchingNextPage}>
            {t('showMore')}
          </Button>
        )}
      </>
    );
  }
}
