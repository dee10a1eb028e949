/** Warns that figures are computed from old rows, and for which day. */
import Box from '@mui/material/Box';
import { type FigureDates, isForEarlierDay, staleDays } from '@/lib/dataAge';
import { formatCount, formatDay } from '@/lib/format';
import { t } from '@/messages/en/ui_data';
import { Callout } from './Callout';

export function StaleFigures({ dates = {} }: { dates: FigureDates | undefined }) {
  const days = staleDays(dates);
  if (days === undefined || dates.dataThrough === undefined) return null;
  const text = isForEarlierDay(dates) ? 'figuresAreForEarlierDay' : 'figuresAreStale';
  return (
    <Box sx={{ mb: 4 }}>
      <Callout severity="warning">
        {t(text, { day: formatDay(dates.dataThrough), days: formatCount(days) })}
      </Callout>
    </Box>
  );
}
