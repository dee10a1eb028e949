/** The time of a message, with the date unless it is today. */
import Typography from '@mui/material/Typography';
import { formatTimeOfDay, formatDay, formatDateTime } from '@/lib/format';

export function Time({ at }: { at: string }) {
  const today = formatDay(at) === formatDay(new Date().toISOString());
  return (
    <Typography
      component="time"
      variant="body2"
      dateTime={at}
      title={formatDateTime(at)}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {today ? formatTimeOfDay(new Date(at).getTime()) : formatDateTime(at)}
    </Typography>
  );
}
