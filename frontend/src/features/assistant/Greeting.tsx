/** The first message of every conversation: what to ask, and what the answers are based on. */
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant';
import { BotBubble } from './BotBubble';

export function Greeting({ at }: { at: string }) {
  return (
    <BotBubble at={at}>
      <Typography>{t('helloIAmSproutAiAsk')}</Typography>
    </BotBubble>
  );
}
