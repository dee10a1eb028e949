/** When a provider was last asked; nothing where nobody was asked. */
import Typography from '@mui/material/Typography';
import { formatDateTime } from '@/lib/format';

export function FetchedAt({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
      Read {formatDateTime(at)}
    </Typography>
  );
}
