/** Warns that figures as of a day are computed from much older rows. */
import Box from '@mui/material/Box';
import { staleDays } from '@/lib/dataAge';
import { formatCount, formatDay } from '@/lib/format';
import { t } from '@/messages/en/ui_data';
import { Callout } from './Callout';

interface StaleFiguresProps {
  /** ISO date of the figures. */
  asOf: string | undefined;
  /** ISO date of the newest row. */
  dataThrough: string | undefined;
}

export function StaleFigures({ asOf, dataThrough }: StaleFiguresProps) {
  const days = staleDays(asOf, dataThrough);
  if (days === undefined || dataThrough === undefined) return null;
  return (
    <Box sx={{ mb: 4 }}>
      <Callout severity="warning">
        {t('figuresAreStale', { day: formatDay(dataThrough), days: formatCount(days) })}
      </Callout>
    </Box>
  );
}
