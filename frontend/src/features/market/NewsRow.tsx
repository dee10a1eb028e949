/** One news item. Its title links to the source, if known. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/market';
import { textLinkStyle } from '@/ui/textLinkStyle';
import { SentimentBadge, type Sentiment } from '@/ui/SentimentBadge';
import type { NewsEntry } from './queries';

const SENTIMENTS: Record<string, Sentiment> = { Positive: 'good', Negative: 'bad' };

export function NewsRow({ item }: { item: NewsEntry }) {
  const { title, time, impact, summary, link, source } = item;
  return (
    <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, alignItems: 'flex-start' }}>
        <Typography variant="h3" sx={{ minWidth: 0 }}>
          {isSafeUrl(link) ? (
            <Box component="a" href={link} target="_blank" rel="noopener noreferrer" sx={textLinkStyle}>
              {title}
            </Box>
          ) : (
            title
          )}
        </Typography>
        <SentimentBadge verdict={SENTIMENTS[impact] ?? 'neutral'}>{impact}</SentimentBadge>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {time === undefined ? t('noDate') : formatDateTime(time)}, {source}
      </Typography>
      {summary !== '' && <Typography sx={{ mt: 1 }}>{summary}</Typography>}
    </Box>
  );
}

/** News feeds are untrusted: only http and https addresses become links. */
function isSafeUrl(link: string | undefined): link is string {
  return link?.startsWith('https://') ?? false;
}
