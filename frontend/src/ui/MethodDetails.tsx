/** The quiet way to see how a figure was made: method, rows, day. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { formatCount, formatDay } from '@/lib/format';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/ui_data';

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
    rows !== undefined && t('rowsUsed', { rows: formatCount(rows) }),
    excluded !== undefined &&
      excluded > 0 &&
      t('rowsLeftOutAnotherCurrencyOr', { excluded: formatCount(excluded) }),
    asOf !== undefined && t('asOf', { asOf: formatDay(asOf) }),
  ].filter((fact) => typeof fact === 'string');
  if (facts.length === 0) return null;
  return (
    <Box component="details" className="screen-only" sx={{ mt: 4, color: 'text.secondary' }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', width: 'fit-content' }}>
        {t('howIsThisComputed')}
      </Typography>
      <Typography variant="body2" sx={{ mt: 2 }}>
        {facts.join(' ')}{' '}
        <Link to={paths.methods} style={{ color: 'inherit' }}>
          {t('howFiguresAreComputed')}
        </Link>
      </Typography>
    </Box>
  );
}
