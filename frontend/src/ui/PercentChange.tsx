/** A signed percentage, green from zero up and red below. The sign carries the same information. */
import Typography from '@mui/material/Typography';
import { formatSignedPercent } from '@/lib/format';

interface PercentChangeProps {
  /** Percent, 0 to 100. */
  value: number;
  /** Whether up is good and down is bad. For prices, neither applies. */
  judged?: boolean;
}

export function PercentChange({ value, judged = false }: PercentChangeProps) {
  const tone = !judged ? 'text.primary' : value >= 0 ? 'success.main' : 'error.main';
  return (
    <Typography
      component="span"
      data-direction={value >= 0 ? 'up' : 'down'}
      sx={{
        color: tone,
        fontWeight: 600,
        fontVariantNumeric: 'tabular-nums',
        // The sign says the same, so screen readers skip the arrow.
        ...(value !== 0 && {
          '&::before': {
            content: value > 0 ? '"▲" / ""' : '"▼" / ""',
            fontSize: '0.8em',
            marginInlineEnd: '0.4em',
          },
        }),
      }}
    >
      {formatSignedPercent(value)}
    </Typography>
  );
}
