/** The first message of every conversation: what can be asked, and what the answers rest on. */
import Typography from '@mui/material/Typography';
import { BotBubble } from './BotBubble';

export function Greeting({ at }: { at: string }) {
  return (
    <BotBubble at={at}>
      <Typography>
        Hello! I am Sprout AI. Ask me about your stock, sales, customers, suppliers and prices. Each answer
        shows which rows its figures come from.
      </Typography>
    </BotBubble>
  );
}
