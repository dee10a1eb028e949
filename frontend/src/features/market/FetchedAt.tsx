/** When a provider was last queried. Renders nothing if never. */
import Typography from '@mui/material/Typography';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/market';

export function FetchedAt({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
      {t('updated', { at: formatDateTime(at) })}
    </Typography>
  );
}
