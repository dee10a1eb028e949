/** Says in red that the figures could not be fetched, with the server message, the request id to quote and a way to try again. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { Callout } from '@/ui/Callout';

interface FetchErrorProps {
  failure: unknown;
  onRetry: () => void;
}

export function FetchError({ failure, onRetry }: FetchErrorProps) {
  const { message, requestId } = errorText(failure, 'The server could not be reached.');
  return (
    <Callout
      severity="error"
      action={
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      <Typography sx={{ color: 'error.main', fontWeight: 600 }}>Failed to fetch data</Typography>
      <Typography variant="body2">{message}</Typography>
      {requestId !== '' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Request {requestId}
        </Typography>
      )}
    </Callout>
  );
}
