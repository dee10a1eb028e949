/** A signed figure in the colour of its direction: green from zero up, red below; the sign says the same. */
import Typography from '@mui/material/Typography';
import { signedPercent } from '@/lib/format';

interface ChangeProps {
  /** Percent, 0 to 100. */
  value: number;
  /** Whether up is good and down is bad; prices are neither. */
  judged?: boolean;
}

export function Change({ value, judged = false }: ChangeProps) {
  const tone = !judged ? 'text.primary' : value >= 0 ? 'success.main' : 'error.main';
  return (
    <Typography
      component="span"
      data-direction={value >= 0 ? 'up' : 'down'}
      sx={{ color: tone, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
    >
      {signedPercent(value)}
    </Typography>
  );
}
