/** The bar at the bottom of the window: quick prompts and the input, including its draft text. */
import Box from '@mui/material/Box';
import { useImperativeHandle, type Ref, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { PartActions } from './AnswerQuery';
import { Composer } from './Composer';
import { QuickPrompts } from './QuickPrompts';
import { useAskFromUrl } from './useAskFromUrl';
import type { Conversation } from './useConversation';
import { useDraft } from './useDraft';

interface AskBarProps {
  talk: Conversation;
  input: RefObject<HTMLTextAreaElement | null>;
  /** Puts a follow-up into the input. */
  editor: Ref<PartActions['onEdit']>;
  /** Sending is disabled. */
  blocked: boolean;
  onAsk: (question: string) => void;
}

export function AskBar({ talk, input, editor, blocked, onAsk }: AskBarProps) {
  const [draft, setDraft] = useDraft();
  useAskFromUrl(talk, setDraft);
  useImperativeHandle(editor, () => (text, selected) => {
    flushSync(() => setDraft(text));
    input.current?.focus();
    input.current?.setSelectionRange(text.length - selected.length, text.length);
  });
  return (
    <Box
      className="screen-only"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        mt: 'auto',
        pt: 3,
        pb: 'max(16px, env(safe-area-inset-bottom))',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2,
        bgcolor: 'background.default',
      }}
    >
      <QuickPrompts disabled={blocked} onAsk={onAsk} />
      <Composer
        input={input}
        draft={draft}
        onDraft={setDraft}
        blocked={blocked}
        lastQuestion={talk.turns.at(-1)?.question}
        onSend={() => {
          if (talk.ask(draft)) setDraft('');
        }}
      />
    </Box>
  );
}
