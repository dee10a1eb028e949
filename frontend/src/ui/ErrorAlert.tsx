/** A failure: the server's message, the request ID, and a retry button. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/ui';
import { Callout } from './Callout';

interface ErrorAlertProps {
  message: string;
  /** Empty when the request never reached the server. */
  requestId?: string;
  onRetry?: () => void;
  /** A retry is in progress. */
  retrying?: boolean;
}

export function ErrorAlert({ message, requestId = '', onRetry, retrying = false }: ErrorAlertProps) {
  return (
    <Callout
      severity="error"
      action={
        onRetry && (
          <Button size="small" onClick={onRetry} disabled={retrying}>
            {t('retry')}
          </Button>
        )
      }
    >
      {message}
      {requestId !== '' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('request', { requestId })}
        </Typography>
      )}
    </Callout>
  );
}
