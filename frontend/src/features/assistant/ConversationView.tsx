/** All messages, oldest first. New messages scroll into view and are announced. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { t } from '@/messages/en/assistant';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { VisuallyHidden } from '@/ui/VisuallyHidden';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Greeting } from './Greeting';
import type { PartActions } from './AnswerQuery';
import { TurnView } from './TurnView';
import type { Conversation } from './useConversation';

/** Height of the input at the bottom, in CSS pixels. */
const INPUT_ROOM = 150;
/**
 * Height that the header, the input and a question take; a reply has the rest of the window. In CSS pixels.
 */
const CHROME_HEIGHT = 61 + INPUT_ROOM + 90;

interface ConversationViewProps extends Pick<PartActions, 'onEdit'> {
  talk: Conversation;
}

export function ConversationView({ talk, onEdit }: ConversationViewProps) {
  const log = useRef<HTMLDivElement>(null);
  const { turns, loading, failure } = talk;
  const last = turns.at(-1);
  const newest = last && `${last.key} ${last.outcome.state}`;

  // Scroll to show the whole newest message. If it is taller than the window, show its question and
  // beginning.
  useEffect(() => {
    if (newest === undefined) return;
    const reply = log.current?.lastElementChild;
    const long = (reply?.clientHeight ?? 0) > window.innerHeight - CHROME_HEIGHT;
    if (long) reply?.previousElementSibling?.scrollIntoView({ block: 'start' });
    else reply?.scrollIntoView({ block: 'nearest' });
  }, [newest]);

  return (
    <Box component="section" aria-label={t('conversation')} sx={{ minWidth: 0 }}>
      <Box component="h2" sx={{ m: 0, position: 'relative' }}>
        <VisuallyHidden>{t('conversation')}</VisuallyHidden>
      </Box>
      <Box
        ref={log}
        role="log"
        aria-label={t('messages')}
        // Only new messages are announced.
        aria-live={talk.hasStarted ? 'polite' : 'off'}
        aria-busy={loading}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 4,
          '& > *': { scrollMarginTop: 16, scrollMarginBottom: INPUT_ROOM },
        }}
      >
        <Greeting at={talk.openedAt} />
        {loading && <LoadingPlaceholder label={t('theConversationIsLoading')} height={240} />}
        {failure && (
          <>
            <ErrorAlert {...failure} onRetry={talk.reload} retrying={talk.loading} />
            <Box>
              <Button variant="outlined" onClick={talk.startNew}>
                {t('newConversation')}
              </Button>
            </Box>
          </>
        )}
        {turns.map((turn) => (
          <TurnView key={turn.key} turn={turn} talk={talk} onEdit={onEdit} />
        ))}
      </Box>
    </Box>
  );
}
