/** The installation, for those who run it: its organizations, its outbox, and what operators did. Each part is a tab with an address. */
import { lazy, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sayFailure } from '@/api/errors';
import { useAccount } from '@/features/accounts/queries';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { TabLinks } from '@/ui/TabLinks';
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
          <TabLinks label="Parts of the installation" tabs={tabs} open={open.id} />
          <Suspense key={open.id} fallback={<Waiting label={`${open.label} is loading`} height={320} />}>
            <open.Content />
          </Suspense>
        </>
      )}
    </>
  );
}
