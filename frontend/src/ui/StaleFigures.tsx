/** Warns that figures are computed from old rows, and for which day, or that newer ones follow. */
import Box from '@mui/material/Box';
import { type FigureDates, isForEarlierDay, staleDays } from '@/lib/dataAge';
import { formatCount, formatDay } from '@/lib/format';
import { t } from '@/messages/en/ui_data';
import { Callout } from './Callout';

export function StaleFigures({ dates = {} }: { dates: FigureDates | undefined }) {
  const days = staleDays(dates);
  const { dataThrough: day, isUpdating = false } = dates;
  if (isUpdating) return <Notice severity="info">{t('previousFigures')}</Notice>;
  if (days === undefined || day === undefined) return null;
  const text = isForEarlierDay(dates) ? 'figuresAreForEarlierDay' : 'figuresAreStale';
  return <Notice severity="warning">{t(text, { day: formatDay(day), days: formatCount(days) })}</Notice>;
}

function Notice({ severity, children }: { severity: 'info' | 'warning'; children: string }) {
  return (
    <Box sx={{ mb: 4 }}>
      <Callout severity={severity}>{children}</Callout>
    </Box>
  );
}
