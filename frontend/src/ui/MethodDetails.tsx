/** The quiet way to see how a figure was made: method, rows, day. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { formatCount, formatDay } from '@/lib/format';
import { paths } from '@/lib/paths';

interface MethodDetailsProps {
  /** The method in a sentence. */
  method?: string | undefined;
  /** How many rows the figures rest on. */
  rows?: number | undefined;
  /** How many rows were left out, because their currency or unit cannot be added. */
  excluded?: number | undefined;
  /** ISO date of the figures. */
  asOf?: string | undefined;
}

export function MethodDetails({ method, rows, excluded, asOf }: MethodDetailsProps) {
  const facts = [
    method,
    rows !== undefined && `Rows used: ${formatCount(rows)}.`,
    excluded !== undefined &&
      excluded > 0 &&
      `Rows left out: ${formatCount(excluded)} (another currency or unit).`,
    asOf !== undefined && `As of ${formatDay(asOf)}.`,
  ].filter((fact) => typeof fact === 'string');
  if (facts.length === 0) return null;
  return (
    <Box component="details" className="screen-only" sx={{ mt: 4, color: 'text.secondary' }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', width: 'fit-content' }}>
        How is this computed?
      </Typography>
      <Typography variant="body2" sx={{ mt: 2 }}>
        {facts.join(' ')}{' '}
        <Link to={paths.methods} style={{ color: 'inherit' }}>
          How these figures are made
        </Link>
      </Typography>
    </Box>
  );
}
