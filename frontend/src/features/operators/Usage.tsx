/** An organization's usage: figures as text, and a bar if there is a limit. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/operators';

interface UsageProps {
  name: string;
  used: number;
  /** Omitted if there is no limit. */
  limit: number | undefined;
}

/** Usage from this share on is highlighted. */
const WARNING_SHARE = 0.8;

export function Usage({ name, used, limit }: UsageProps) {
  const share = limit === undefined ? 0 : limit === 0 ? 1 : Math.min(used / limit, 1);
  const color = share >= 1 ? 'error.main' : share >= WARNING_SHARE ? 'caution' : 'success.main';
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 3 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {limit === undefined
            ? t('noLimit', { used: formatCount(used) })
            : t('usedOfLimit', { used: formatCount(used), limit: formatCount(limit) })}
          {share >= 1 && t('limitReached')}
        </Typography>
      </Box>
      {limit !== undefined && (
        // The text above already says it: the bar is decorative.
        <Box
          aria-hidden
          sx={{ height: 8, mt: 1, borderRadius: 1, bgcolor: 'background.sunk', overflow: 'hidden' }}
        >
          <Box sx={{ height: '100%', width: `${share * 100}%`, bgcolor: color }} />
        </Box>
      )}
    </Box>
  );
}
