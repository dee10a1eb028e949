/** The organization that is worked in: its people, its settings, and the person's other ones. Each part is a tab with an address. */
import Box from '@mui/material/Box';
import type { Schemas } from '@sprout/client';
import { lazy, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sayFailure } from '@/api/errors';
import { useAccount } from '@/features/accounts/queries';
import { FailureNotice } from '@/ui/FailureNotice';
import { PageTitle } from '@/ui/PageTitle';
import { TabLinks } from '@/ui/TabLinks';
import { Waiting } from '@/ui/Waiting';

type TabContent = ComponentType<{ account: Schemas['Account'] }>;

interface Tab {
  /** In the address: `?tab=`. */
  id: string;
  label: string;
  /** The permission without which the tab is not there. */
  needs?: string;
  Content: TabContent;
}

/** A tab's code comes when it is opened. */
const tab = (id: string, label: string, load: () => Promise<TabContent>, needs?: string): Tab => ({
  id,
  label,
  Content: lazy(async () => ({ default: await load() })),
  ...(needs !== undefined && { needs }),
});

const tabs: readonly Tab[] = [
  tab('members', 'Members', async () => (await import('@/features/organizations/MembersTab')).MembersTab),
  tab(
    'invitations',
    'Invitations',
    async () => (await import('@/features/organizations/InvitationsTab')).InvitationsTab,
    'members.manage',
  ),
  tab('settings', 'Settings', async () => (await import('@/features/organizations/SettingsTab')).SettingsTab),
  tab(
    'yours',
    'Your organizations',
    async () => (await import('@/features/organizations/YoursTab')).YoursTab,
  ),
  tab('keys', 'API keys', keysInWords, 'keys.manage'),
  tab('audit', 'Audit log', async () => (await import('@/features/audit/AuditTab')).AuditTab, 'audit.read'),
];

/** Keys are told in the words that the account page has for permissions. */
async function keysInWords(): Promise<TabContent> {
  const [{ KeysTab }, { PERMISSIONS }] = await Promise.all([
    import('@/features/api_keys/KeysTab'),
    import('@/features/accounts/words'),
  ]);
  return function Keys() {
    return <KeysTab words={PERMISSIONS} />;
  };
}

export default function Organization() {
  const { data: account, error, isFetching, refetch } = useAccount();
  const [address] = useSearchParams();
  const there = tabs.filter(({ needs }) => needs === undefined || account?.permissions.includes(needs));
  const open = there.find(({ id }) => id === address.get('tab')) ?? there[0];
  return (
    <>
      <PageTitle
        title="Organization"
        purpose={account ? `${account.farmName}: who belongs to it, and how it counts.` : 'Your business.'}
      />
      {error && !account && (
        <FailureNotice
          {...sayFailure(error, 'Your organization did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!account && !error && <Waiting label="The organization is loading" height={480} />}
      {account && open && (
        <>
          <TabLinks label="Parts of the organization" tabs={there} open={open.id} />
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Suspense key={open.id} fallback={<Waiting label={`${open.label} is loading`} height={320} />}>
              <open.Content account={account} />
            </Suspense>
          </Box>
        </>
      )}
    </>
  );
}
