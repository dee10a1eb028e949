/** When something was said: the time of day, with the day where it was not today. */
import Typography from '@mui/material/Typography';
import { clock, day, moment } from '@/lib/format';

export function Time({ at }: { at: string }) {
  const today = day(at) === day(new Date().toISOString());
  return (
    <Typography
      component="time"
      variant="body2"
      dateTime={at}
      title={moment(at)}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {today ? clock(new Date(at).getTime()) : moment(at)}
    </Typography>
  );
}
