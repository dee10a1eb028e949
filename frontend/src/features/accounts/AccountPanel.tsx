/** A panel of the account page: what the account holds, its place while it loads, or why it is not there. */
import type { Schemas } from '@sprout/client';
import type { ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { SampleMark } from '@/ui/marks';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { useAccount } from './queries';

interface AccountPanelProps {
  title: string;
  subtitle?: string;
  /** Height while loading, in CSS pixels. */
  height: number;
  /** Whether it shows generated data where the organization is the demo. */
  generated?: boolean;
  children: (account: Schemas['Account']) => ReactNode;
}

export function AccountPanel({ title, subtitle, height, generated = false, children }: AccountPanelProps) {
  const { data: account, error, isFetching, refetch } = useAccount();
  return (
    <Panel title={title} subtitle={subtitle} marks={generated && account?.sample && <SampleMark />}>
      {account ? (
        children(account)
      ) : error ? (
        <FailureNotice
          {...sayFailure(error, 'Your account did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Waiting label={`${title} is loading`} height={height} />
      )}
    </Panel>
  );
}
