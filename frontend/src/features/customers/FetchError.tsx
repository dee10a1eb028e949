/** A failed fetch: the server's message, the request ID and a retry button. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/customers';
import { Callout } from '@/ui/Callout';

interface FetchErrorProps {
  failure: unknown;
  onRetry: () => void;
}

export function FetchError({ failure, onRetry }: FetchErrorProps) {
  const { message, requestId } = errorText(failure, t('couldntReachTheServer'));
  return (
    <Callout
      severity="error"
      action={
        <Button size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      <Typography sx={{ color: 'error.main', fontWeight: 600 }}>{t('failedToFetchData')}</Typography>
      <Typography variant="body2">{message}</Typography>
      {requestId !== '' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('request', { requestId })}
        </Typography>
      )}
    </Callout>
  );
}
