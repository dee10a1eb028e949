/** The emails that the user turned off. Shows nothing if there are none. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/email_opt_outs';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Panel } from '@/ui/Panel';
import { emailOptOutsQuery, useSubscribeAgain, type EmailOptOut } from './queries';

function describeTopic({ kind, name = t('deleted') }: EmailOptOut): string {
  switch (kind) {
    case 'data_sync':
      return t('dataSync');
    case 'alert_rule':
      return t('alertRule', { name });
    case 'report':
      return t('report', { name });
  }
}

export function EmailOptOutsPanel() {
  const { data } = useQuery(emailOptOutsQuery);
  const subscribe = useSubscribeAgain();
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title={t('emailsTurnedOff')} subtitle={t('emailsTurnedOffSubtitle')}>
      {subscribe.error && <ErrorAlert {...errorText(subscribe.error, t('couldntSubscribeAgain'))} />}
      <Box component="ul" aria-label={t('emailsTurnedOff')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((item) => (
          <Box
            component="li"
            key={item.id}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, py: 2 }}
          >
            <Typography sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>{describeTopic(item)}</Typography>
            <Button disabled={subscribe.isPending} onClick={() => subscribe.mutate(item.id)}>
              {t('subscribeAgain')}
            </Button>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
