/** A failure in the server message, with the request id to quote and a way to try again. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/ui';
import { Callout } from './Callout';

interface ErrorAlertProps {
  message: string;
  /** Empty when the request never reached the server. */
  requestId?: string;
  onRetry?: () => void;
  /** A retry is under way. */
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
