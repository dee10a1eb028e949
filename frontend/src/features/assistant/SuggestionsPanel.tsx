/** Suggestions that appear without a question. If they can't be loaded, the console says why. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '@/messages/en/assistant';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { suggestionsQuery } from './queries';
import { askAboutSuggestion } from './questions';
import { SuggestionCard } from './SuggestionCard';

interface SuggestionsPanelProps {
  /** A reply is pending. */
  waiting: boolean;
  onAsk: (question: string) => void;
}

export function SuggestionsPanel({ waiting, onAsk }: SuggestionsPanelProps) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(suggestionsQuery);
  return <Panel title={t('aiSuggestions')}>{body()}</Panel>;

  function body(): ReactNode {
    if (isPending) return <LoadingPlaceholder label={t('theSuggestionsAreLoading')} height={320} />;
    const found = data?.data.suggestions ?? [];
    if (found.length === 0) {
      return (
        <EmptyState
          action={
            isError && (
              <Button size="small" onClick={() => void refetch()} disabled={isFetching}>
                {t('retry')}
              </Button>
            )
          }
        >
          {t('noSuggestionsAvailable')}
        </EmptyState>
      );
    }
    return (
      <Box
        component="ul"
        aria-label={t('aiSuggestions')}
        sx={{
          listStyle: 'none',
          m: -1,
          p: 1,
          display: 'grid',
          gap: 2,
          // The panel next to the conversation scrolls separately, so that the quick actions stay visible.
          maxHeight: { md: 'max(260px, calc(100dvh - 505px))' },
          overflowY: { md: 'auto' },
        }}
      >
        {found.map((suggestion) => (
          <li key={suggestion.id}>
            <SuggestionCard
              suggestion={suggestion}
              disabled={waiting}
              onAsk={() => onAsk(askAboutSuggestion(suggestion.title))}
            />
          </li>
        ))}
      </Box>
    );
  }
}
