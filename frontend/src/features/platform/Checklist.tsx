/** Checks the running server from the browser: does it answer, how fast, which version, for whom. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '@/lib/format';
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
    <Panel title="Status" subtitle="Measured just now, from this browser.">
      {server.isPending ? (
        <LoadingPlaceholder label="The checks are running" height={120} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          <Check good>This page opened: routing works</Check>
          <Check good={server.isSuccess}>
            {server.data
              ? `The API answered in ${formatCount(server.data.milliseconds)} ms`
              : 'The API does not answer'}
          </Check>
          {server.data && <Check good>{`API version ${server.data.version}`}</Check>}
          <Check good={!signedIn || !organization.isError}>
            {accountText(signedIn, organization.data, server.data?.demo)}
          </Check>
        </Box>
      )}
    </Panel>
  );
}

/** Whose figures this browser sees. */
function accountText(signedIn: boolean, organization: string | undefined, demo: boolean | undefined): string {
  if (signedIn) return organization ? `Signed in for ${organization}` : 'Signed in';
  return demo ? 'Not signed in: the demo organization is shown' : 'Not signed in';
}

function Check({ good, children }: { good: boolean; children: string }) {
  const Icon = good ? CheckIcon : CrossIcon;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
      <Icon
        sx={{ color: good ? 'success.main' : 'error.main' }}
        titleAccess={good ? 'Works' : 'Does not work'}
      />
      <Typography>{children}</Typography>
    </Box>
  );
}
