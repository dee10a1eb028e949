/** How much of what it may hold an organization uses: the figures in words, and a bar where there is a limit. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { count } from '@/lib/format';

interface UsageProps {
  name: string;
  used: number;
  /** Left out where there is no limit. */
  most: number | undefined;
}

/** From so much on it is worth a look. */
const NEARLY = 0.8;

export function Usage({ name, used, most }: UsageProps) {
  const share = most === undefined ? 0 : most === 0 ? 1 : Math.min(used / most, 1);
  const colour = share >= 1 ? 'error.main' : share >= NEARLY ? 'caution' : 'success.main';
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 3 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {most === undefined ? `${count(used)}, no limit` : `${count(used)} of ${count(most)}`}
          {share >= 1 && ': the limit is reached'}
        </Typography>
      </Box>
      {most !== undefined && (
        // The words above say it: the bar is for eyes.
        <Box
          aria-hidden
          sx={{ height: 8, mt: 1, borderRadius: 1, bgcolor: 'background.sunk', overflow: 'hidden' }}
        >
          <Box sx={{ height: '100%', width: `${share * 100}%`, bgcolor: colour }} />
        </Box>
      )}
    </Box>
  );
}
