/** A panel of the account page: its content, a placeholder while loading, or an error. */
import type { Schemas } from '@sprout/client';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/accounts';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { SampleBadge } from '@/ui/dataBadges';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { useAccount } from './queries';

interface AccountPanelProps {
  title: string;
  subtitle?: string;
  /** Height while loading, in CSS pixels. */
  height: number;
  /** Whether the panel shows sample data when the organization is the demo. */
  showsSampleData?: boolean;
  children: (account: Schemas['Account']) => ReactNode;
}

export function AccountPanel({
  title,
  subtitle,
  height,
  showsSampleData = false,
  children,
}: AccountPanelProps) {
  const { data: account, error, isFetching, refetch } = useAccount();
  return (
    <Panel title={title} subtitle={subtitle} badges={showsSampleData && account?.sample && <SampleBadge />}>
      {account ? (
        children(account)
      ) : error ? (
        <ErrorAlert
          {...errorText(error, t('couldntLoadYourAccount'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <LoadingPlaceholder label={t('isLoading', { title })} height={height} />
      )}
    </Panel>
  );
}
