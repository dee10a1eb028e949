/** The installation, for those who run it: its organizations, its outbox, and what operators did. Each part is a tab with an address. */
import { lazy, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { useAccount } from '@/features/accounts/queries';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { TabLinks } from '@/ui/TabLinks';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

/** A tab's code comes when it is opened. */
const defineTab = (id: string, label: string, load: () => Promise<ComponentType>) => ({
  id,
  label,
  Content: lazy(async () => ({ default: await load() })),
});

const tabs = [
  defineTab(
    'organizations',
    'Organizations',
    async () => (await import('@/features/operators/TenantsTab')).TenantsTab,
  ),
  defineTab('outbox', 'Outbox', async () => (await import('@/features/operators/EmailsTab')).EmailsTab),
  defineTab('record', 'Record', async () => (await import('@/features/operators/AuditLogTab')).AuditLogTab),
] as const;

export default function Operator() {
  const { data: account, error, isFetching, refetch } = useAccount();
  const [address] = useSearchParams();
  const open = tabs.find(({ id }) => id === address.get('tab')) ?? tabs[0];
  return (
    <>
      <PageHeader title="Operator" subtitle="The organizations of this installation, by what they use." />
      {error && !account && (
        <ErrorAlert
          {...errorText(error, 'Your account did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!account && !error && <LoadingPlaceholder label="The page is loading" height={480} />}
      {account && account.operator !== true && (
        <EmptyState>
          This page is for operators of this installation. Whoever runs the server names them by the command
          sprout operator grant.
        </EmptyState>
      )}
      {account?.operator === true && (
        <>
          <TabLinks label="Parts of the installation" tabs={tabs} selected={open.id} />
          <Suspense
            key={open.id}
            fallback={<LoadingPlaceholder label={`${open.label} is loading`} height={320} />}
          >
            <open.Content />
          </Suspense>
        </>
      )}
    </>
  );
}
