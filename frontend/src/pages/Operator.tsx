/** The operator page: organizations, emails and operator actions. Each tab has a URL. */
import { lazy, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { useAccount } from '@/features/accounts/queries';
import { t } from '@/messages/en/operators';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { TabLinks } from '@/ui/TabLinks';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

/** A tab's code is loaded when it is opened. */
const defineTab = (id: string, label: () => string, load: () => Promise<ComponentType>) => ({
  id,
  get label() {
    return label();
  },
  Content: lazy(async () => ({ default: await load() })),
});

const tabs = [
  defineTab(
    'organizations',
    () => t('organizations'),
    async () => (await import('@/features/operators/TenantsTab')).TenantsTab,
  ),
  defineTab(
    'outbox',
    () => t('outbox'),
    async () => (await import('@/features/operators/EmailsTab')).EmailsTab,
  ),
  defineTab(
    'feedback',
    () => t('feedback'),
    async () => (await import('@/features/answer_feedback/SharedFeedbackTab')).SharedFeedbackTab,
  ),
  defineTab(
    'record',
    () => t('auditLog'),
    async () => (await import('@/features/operators/AuditLogTab')).AuditLogTab,
  ),
] as const;

export default function Operator() {
  const { data: account, error, isFetching, refetch } = useAccount();
  const [address] = useSearchParams();
  const open = tabs.find(({ id }) => id === address.get('tab')) ?? tabs[0];
  return (
    <>
      <PageHeader title={t('operator')} subtitle={t('organizationsOnThisServerAndTheir')} />
      {error && !account && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadYourAccount'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!account && !error && <LoadingPlaceholder label={t('thePageIsLoading')} height={480} />}
      {account && account.operator !== true && <EmptyState>{t('youNeedOperatorAccessToSee')}</EmptyState>}
      {account?.operator === true && (
        <>
          <TabLinks label={t('operatorSections')} tabs={tabs} selected={open.id} />
          <Suspense
            key={open.id}
            fallback={<LoadingPlaceholder label={t('tabIsLoading', { label: open.label })} height={320} />}
          >
            <open.Content />
          </Suspense>
        </>
      )}
    </>
  );
}
