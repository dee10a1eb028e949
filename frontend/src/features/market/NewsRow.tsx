/** One piece of news; its title leads to the source where that is known. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { moment } from '@/lib/format';
import { VerdictMark, type Verdict } from '@/ui/VerdictMark';
import type { NewsEntry } from './queries';

const verdicts: Record<string, Verdict> = { Positive: 'good', Negative: 'bad' };

export function NewsRow({ item }: { item: NewsEntry }) {
  const { title, time, impact, summary, link, source } = item;
  return (
    <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, alignItems: 'flex-start' }}>
        <Typography variant="h3" sx={{ minWidth: 0 }}>
          {isSafe(link) ? (
            <Link href={link} target="_blank" rel="noopener noreferrer" underline="always">
              {title}
            </Link>
          ) : (
            title
          )}
        </Typography>
        <VerdictMark verdict={verdicts[impact] ?? 'neutral'}>{impact}</VerdictMark>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {time === undefined ? 'Time not given' : moment(time)}, {source}
      </Typography>
      {summary !== '' && <Typography sx={{ mt: 1 }}>{summary}</Typography>}
    </Box>
  );
}

/** A feed is written by others: only plain web addresses become links. */
function isSafe(link: string | undefined): link is string {
  return link?.startsWith('https://') ?? false;
}
