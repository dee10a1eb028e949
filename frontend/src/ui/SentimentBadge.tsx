/** A sentiment as text, icon and color: good, bad, or neutral. */
import Box from '@mui/material/Box';
import { ArrowDownIcon, ArrowRightIcon, ArrowUpIcon } from './arrowIcons';

export type Sentiment = 'good' | 'neutral' | 'bad';

const SENTIMENTS = {
  good: { Icon: ArrowUpIcon, tone: 'success.main' },
  neutral: { Icon: ArrowRightIcon, tone: 'text.secondary' },
  bad: { Icon: ArrowDownIcon, tone: 'error.main' },
} as const;

export function SentimentBadge({ verdict, children }: { verdict: Sentiment; children: string }) {
  const { Icon, tone } = SENTIMENTS[verdict];
  return (
    <Box
      component="span"
      data-verdict={verdict}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        flexShrink: 0,
        px: 2,
        border: 1,
        borderColor: tone,
        borderRadius: 0.6,
        typography: 'body2',
        fontWeight: 600,
        color: tone,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 14 }} />
      {children}
    </Box>
  );
}
