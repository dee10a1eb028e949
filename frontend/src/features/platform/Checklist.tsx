/** Checks the running server from the browser: availability, response time, version, and organization. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/platform';
import { CheckIcon, CrossIcon } from '@/ui/icons';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { useSignedIn } from '@/auth/session';
import { organizationNameQuery, selfCheckQuery } from './queries';

export function Checklist() {
  const signedIn = useSignedIn();
  const server = useQuery(selfCheckQuery);
  const organization = useQuery({ ...organizationNameQuery, enabled: signedIn });
  return (
    <Panel title={t('status')} subtitle={t('checkedJustNowFromThisBrowser')}>
      {server.isPending ? (
        <LoadingPlaceholder label={t('theChecksAreRunning')} height={120} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          <Check good>{t('routingWorks')}</Check>
          <Check good={server.isSuccess}>
            {server.data
              ? t('theApiAnsweredInMs', { milliseconds: formatCount(server.data.milliseconds) })
              : t('theApiIsntResponding')}
          </Check>
          {server.data && <Check good>{t('apiVersion', { version: server.data.version })}</Check>}
          <Check good={!signedIn || !organization.isError}>
            {accountText(signedIn, organization.data, server.data?.demo)}
          </Check>
        </Box>
      )}
    </Panel>
  );
}

/** The organization whose figures this browser shows. */
function accountText(signedIn: boolean, organization: string | undefined, demo: boolean | undefined): string {
  if (signedIn) return organization ? t('signedInTo', { organization }) : t('signedIn');
  return demo ? t('notSignedInShowingTheDemo') : t('notSignedIn');
}

function Check({ good, children }: { good: boolean; children: string }) {
  const Icon = good ? CheckIcon : CrossIcon;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
      <Icon
        sx={{ color: good ? 'success.main' : 'error.main' }}
        titleAccess={good ? t('works') : t('failed')}
      />
      <Typography>{children}</Typography>
    </Box>
  );
}
