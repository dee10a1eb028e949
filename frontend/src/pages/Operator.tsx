/** The installation, for those who run it: its organizations, its outbox, and what operators did. Each part is a tab with an address. */
import Box from '@mui/material/Box';
import { lazy, Suspense, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { sayFailure } from '@/api/errors';
import { useAccount } from '@/features/accounts/queries';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Waiting } from '@/ui/Waiting';

/** A tab's code comes when it is opened. */
const tab = (id: string, label: string, load: () => Promise<ComponentType>) => ({
  id,
  label,
  Content: lazy(async () => ({ default: await load() })),
});

const tabs = [
  tab(
    'organizations',
    'Organizations',
    async () => (await import('@/features/operators/TenantsTab')).TenantsTab,
  ),
  tab('outbox', 'Outbox', async () => (await import('@/features/operators/LettersTab')).LettersTab),
  tab('record', 'Record', async () => (await import('@/features/operators/RecordTab')).RecordTab),
] as const;

export default function Operator() {
  const { data: account, error, isFetching, refetch } = useAccount();
  const [address] = useSearchParams();
  const open = tabs.find(({ id }) => id === address.get('tab')) ?? tabs[0];
  return (
    <>
      <PageTitle title="Operator" purpose="The organizations of this installation, by what they use." />
      {error && !account && (
        <FailureNotice
          {...sayFailure(error, 'Your account did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!account && !error && <Waiting label="The page is loading" height={480} />}
      {account && account.operator !== true && (
        <Notice>
          This page is for operators of this installation. Whoever runs the server names them by the command
          sprout operator grant.
        </Notice>
      )}
      {account?.operator === true && (
        <>
          <Box
            component="nav"
            aria-label="Parts of the installation"
            className="screen-only"
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 4, borderBottom: 1, borderColor: 'divider' }}
          >
            {tabs.map(({ id, label }) => (
              <TabLink key={id} id={id} label={label} open={id === open.id} />
            ))}
          </Box>
          <Suspense key={open.id} fallback={<Waiting label={`${open.label} is loading`} height={320} />}>
            <open.Content />
          </Suspense>
        </>
      )}
    </>
  );
}

function TabLink({ id, label, open }: { id: string; label: string; open: boolean }) {
  return (
    <Box
      component={Link}
      to={`?tab=${id}`}
      aria-current={open ? 'page' : undefined}
      sx={{
        px: 3,
        py: 2,
        mb: '-1px',
        borderBottom: 2,
        borderColor: open ? 'primary.main' : 'transparent',
        typography: 'button',
        fontWeight: open ? 700 : 600,
        color: open ? 'primary.main' : 'text.primary',
        textDecoration: 'none',
        '&:hover': { bgcolor: 'background.sunk' },
      }}
    >
      {label}
    </Box>
  );
}
