/**
 * Sprout AI: the conversation, with suggestions and quick actions next to it or, on small screens, in a
 * sheet.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSignedIn } from '@/auth/session';
import type { PartActions } from '@/features/assistant/AnswerQuery';
import { AskBar } from '@/features/assistant/AskBar';
import { ConversationView } from '@/features/assistant/ConversationView';
import { HealthBadge } from '@/features/assistant/HealthBadge';
import { QuickActions } from '@/features/assistant/QuickActions';
import { suggestionsQuery } from '@/features/assistant/queries';
import { SuggestionsPanel } from '@/features/assistant/SuggestionsPanel';
import { useHealth } from '@/features/assistant/useHealth';
import { useShortcuts } from '@/features/assistant/useShortcuts';
import { CONVERSATION_PARAM, useConversation } from '@/features/assistant/useConversation';
import { useFocusInput } from '@/features/assistant/useFocusInput';
import { Freshness } from '@/features/data_sync/Freshness';
import { IncompleteData } from '@/features/data_sync/IncompleteData';
import { SYNCABLE_TABLES } from '@/features/data_sync/syncableTables';
import { signInPath } from '@/lib/paths';
import { t } from '@/messages/en/assistant';
import { SampleBadge } from '@/ui/dataBadges';
import { PageHeader } from '@/ui/PageHeader';
import { StaleFigures } from '@/ui/StaleFigures';
import { Sheet } from '@/ui/Sheet';

const History = lazy(() =>
  import('@/features/assistant/History').then((room) => ({ default: room.History })),
);

/** Height of the header above, in CSS pixels. */
const HEADER = 61;
/** Padding of the layout above and below the page, in CSS pixels. */
const SPACE = { xs: 20, sm: 32 };

const frame = {
  display: 'grid',
  columnGap: 6,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
  // The input stays at the bottom of the window.
  minHeight: { xs: below(SPACE.xs), sm: below(SPACE.sm) },
  mb: { xs: `-${String(SPACE.xs)}px`, sm: `-${String(SPACE.sm)}px` },
  '@media print': { display: 'block', minHeight: 0 },
};
const column = {
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxWidth: 760,
  minWidth: 0,
  mx: 'auto',
};
const aside = {
  position: 'sticky',
  top: HEADER + SPACE.sm,
  alignSelf: 'start',
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'minmax(0, 1fr)',
};

function below(space: number): string {
  return `calc(100dvh - ${String(HEADER + space)}px)`;
}

/** Visitors ask about the demo's data, and have no conversations: the address of one asks for a sign-in. */
export default function Assistant() {
  const signedIn = useSignedIn();
  const { pathname, search } = useLocation();
  const needsSignIn = !signedIn && new URLSearchParams(search).has(CONVERSATION_PARAM);
  return needsSignIn ? (
    <Navigate to={signInPath(pathname + search)} replace />
  ) : (
    <AssistantPage signedIn={signedIn} />
  );
}

function AssistantPage({ signedIn }: { signedIn: boolean }) {
  const health = useHealth();
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const input = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<PartActions['onEdit']>(null);
  const { talk, focus } = useFocusInput(useConversation(), input);
  const [sheet, setSheet] = useState<'history' | 'help'>();
  const close = () => setSheet(undefined);

  const ask = (question: string) => {
    close();
    talk.ask(question);
  };
  const blocked = talk.waiting || talk.loading || talk.failure !== undefined;

  const { data: { meta } = {} } = useQuery(suggestionsQuery);

  useShortcuts({ onSlash: focus, onEscape: () => talk.waiting && talk.stop() });

  const help = (
    <>
      <SuggestionsPanel waiting={blocked} onAsk={ask} />
      <QuickActions waiting={blocked} health={health} onAsk={ask} />
    </>
  );

  return (
    <Box sx={frame}>
      <Box sx={column}>
        <PageHeader
          title={t('sproutAi')}
          subtitle={t('askAboutYourStockSalesCustomers')}
          badges={
            <>
              <HealthBadge health={health} />
              {meta?.asOf !== undefined && !phone && <Freshness dates={meta} />}
              {meta?.sample && <SampleBadge />}
            </>
          }
          actions={
            <>
              {narrow && <Button onClick={() => setSheet('help')}>{t('suggestions')}</Button>}
              {signedIn && <Button onClick={() => setSheet('history')}>{t('history')}</Button>}
              <Button variant="outlined" aria-label={t('newConversation')} onClick={talk.startNew}>
                {t('new')}
              </Button>
            </>
          }
        />
        <StaleFigures dates={meta} />
        <IncompleteData tables={SYNCABLE_TABLES.map(({ source }) => source)} />
        <ConversationView talk={talk} onEdit={(draft, selected) => editor.current?.(draft, selected)} />
        <AskBar talk={talk} input={input} editor={editor} blocked={blocked} onAsk={ask} />
      </Box>
      {!narrow && (
        <Box
          component="aside"
          aria-label={t('suggestionsAndQuickActions')}
          className="screen-only"
          sx={aside}
        >
          {help}
        </Box>
      )}
      <Suspense>
        {sheet === 'help' && narrow && (
          <Sheet title={t('suggestions')} onClose={close}>
            {help}
          </Sheet>
        )}
        {sheet === 'history' && (
          <Sheet title={t('conversations')} onClose={close}>
            <History
              currentId={talk.id}
              onOpen={(id) => {
                close();
                talk.open(id);
              }}
              onGone={talk.startNew}
            />
          </Sheet>
        )}
      </Suspense>
    </Box>
  );
}
