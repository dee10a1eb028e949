/** The question input: Enter sends, Shift+Enter starts a new line, Arrow Up restores the last question. */
import Box from '@mui/material/Box';
import type { KeyboardEvent, Ref, SubmitEvent } from 'react';
import { t } from '@/messages/en/assistant';
import { normalizeQuestion, MAX_QUESTION_LENGTH } from './questions';
import { SendButton } from './SendButton';
import { TextArea } from './TextArea';

interface ComposerProps {
  input: Ref<HTMLTextAreaElement>;
  draft: string;
  onDraft: (draft: string) => void;
  /** A reply is pending, or there is no conversation to continue. */
  blocked: boolean;
  /** The last question. */
  lastQuestion: string | undefined;
  onSend: () => void;
}

export function Composer({ input, draft, onDraft, blocked, lastQuestion, onSend }: ComposerProps) {
  const send = () => {
    if (!blocked && normalizeQuestion(draft) !== undefined) onSend();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter also confirms an IME composition, which must not send.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
    if (event.key === 'ArrowUp' && draft === '' && lastQuestion !== undefined) {
      event.preventDefault();
      onDraft(lastQuestion);
    }
  };
  const disabled = blocked || normalizeQuestion(draft) === undefined;
  return (
    <Box component="form" onSubmit={submit} sx={{ position: 'relative' }}>
      <TextArea
        ref={input}
        aria-label={t('askSproutAi')}
        aria-keyshortcuts="/"
        placeholder={t('askAboutStockSalesOrPrices')}
        rows={Math.min(6, draft.split('\n').length)}
        maxLength={MAX_QUESTION_LENGTH}
        enterKeyHint="send"
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={press}
        sx={{ py: 3, paddingInlineStart: 4, paddingInlineEnd: 14, borderRadius: 1.2 }}
      />
      <SendButton disabled={disabled} />
    </Box>
  );
}
