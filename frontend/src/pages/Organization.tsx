/** The current organization: members, settings, and the user's other organizations. Each tab has a URL. */
import Box from '@mui/material/Box';
import type { Schemas } from '@sprout/client';
import { lazy, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { useAccount } from '@/features/accounts/queries';
import { hasPermission, type Permission } from '@/lib/permissions';
import { t } from '@/messages/en/organizations';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { PageHeader } from '@/ui/PageHeader';
import { TabLinks } from '@/ui/TabLinks';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

type TabContent = ComponentType<{ account: Schemas['Account'] }>;

interface Tab {
  /** The tab in the URL: `?tab=`. */
  id: string;
  label: string;
  /** The permission that the tab requires. */
  needs?: Permission;
  Content: TabContent;
}

/** A tab's code is loaded when it is opened. */
const defineTab = (
  id: string,
  label: () => string,
  load: () => Promise<TabContent>,
  needs?: Permission,
): Tab => ({
  id,
  get label() {
    return label();
  },
  Content: lazy(async () => ({ default: await load() })),
  ...(needs !== undefined && { needs }),
});

const tabs: readonly Tab[] = [
  defineTab(
    'members',
    () => t('members'),
    async () => (await import('@/features/organizations/MembersTab')).MembersTab,
  ),
  defineTab(
    'invitations',
    () => t('invitations'),
    async () => (await import('@/features/organizations/InvitationsTab')).InvitationsTab,
    'members.manage',
  ),
  defineTab(
    'settings',
    () => t('settings'),
    async () => (await import('@/features/organizations/SettingsTab')).SettingsTab,
  ),
  defineTab(
    'yours',
    () => t('yourOrganizations'),
    async () => (await import('@/features/organizations/OrganizationsTab')).OrganizationsTab,
  ),
  defineTab(
    'keys',
    () => t('apiKeys'),
    async () => (await import('@/features/api_keys/KeysTab')).KeysTab,
    'keys.manage',
  ),
  defineTab(
    'webhooks',
    () => t('webhooks'),
    async () => (await import('@/features/webhooks/WebhooksTab')).WebhooksTab,
    'webhooks.manage',
  ),
  defineTab(
    'feedback',
    () => t('answerFeedback'),
    async () => (await import('@/features/answer_feedback/FeedbackTab')).FeedbackTab,
    'assistant.review',
  ),
  defineTab(
    'audit',
    () => t('auditLog'),
    async () => (await import('@/features/audit/AuditTab')).AuditTab,
    'audit.read',
  ),
];

export default function Organization() {
  const { data: account, error, isFetching, refetch } = useAccount();
  const [address] = useSearchParams();
  const there = tabs.filter(({ needs }) => needs === undefined || hasPermission(account?.permissions, needs));
  const open = there.find(({ id }) => id === address.get('tab')) ?? there[0];
  return (
    <>
      <PageHeader
        title={t('organization')}
        subtitle={
          account
            ? t('membersAccessAndSettingsFor', { farmName: account.farmName })
            : t('membersAccessAndSettings')
        }
      />
      {error && !account && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadYourOrganization'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!account && !error && <LoadingPlaceholder label={t('theOrganizationIsLoading')} height={480} />}
      {account && open && (
        <>
          <TabLinks label={t('organizationSections')} tabs={there} selected={open.id} />
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Suspense
              key={open.id}
              fallback={<LoadingPlaceholder label={t('isLoading', { label: open.label })} height={320} />}
            >
              <open.Content account={account} />
            </Suspense>
          </Box>
        </>
      )}
    </>
  );
}
