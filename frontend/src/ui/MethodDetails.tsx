/** Expandable details of how a figure was computed: method, rows and date. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { formatCount, formatDay } from '@/lib/format';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/ui_data';
import { exclusionText, type Exclusion } from './exclusionText';

interface MethodDetailsProps {
  /** The method in one sentence. */
  method?: string | undefined;
  /** How many rows the figures are based on. */
  rows?: number | undefined;
  /** How many rows were excluded. */
  excluded?: number | undefined;
  /** Why they were excluded. */
  exclusions?: readonly Exclusion[] | undefined;
  /** ISO date of the figures. */
  asOf?: string | undefined;
}

export function MethodDetails({ method, rows, excluded, exclusions, asOf }: MethodDetailsProps) {
  const facts = [
    method,
    rows !== undefined && t('rowsUsed', { rows: formatCount(rows) }),
    excluded !== undefined && excluded > 0 && exclusionText(excluded, exclusions),
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
