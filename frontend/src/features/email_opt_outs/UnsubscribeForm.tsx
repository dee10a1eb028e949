/** Ends an email subscription by a token. Requires a click, because mail scanners also open links. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/email_opt_outs';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { useUnsubscribe, type EmailTopicKind } from './queries';

function describeEnd(kind: EmailTopicKind, organization: string): string {
  switch (kind) {
    case 'data_sync':
      return t('endedDataSync', { organization });
    case 'alert_rule':
      return t('endedAlertRule', { organization });
    case 'report':
      return t('endedReport', { organization });
  }
}

export function UnsubscribeForm({ token }: { token: string }) {
  const unsubscribe = useUnsubscribe();
  if (unsubscribe.data) {
    const { kind, organization } = unsubscribe.data;
    return <Callout severity="success">{describeEnd(kind, organization)}</Callout>;
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 480 }}>
      {unsubscribe.error && <ErrorAlert {...errorText(unsubscribe.error, t('couldntUnsubscribe'))} />}
      <Button variant="contained" disabled={unsubscribe.isPending} onClick={() => unsubscribe.mutate(token)}>
        {t('unsubscribe')}
      </Button>
    </Box>
  );
}
