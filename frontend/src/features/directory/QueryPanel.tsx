/** A panel that shows the data of one query, with its states: loading, failed, empty, outdated. */
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/query_panels';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';

/** The state of a query, or of a list that is loaded page by page. */
export interface QueryState<Body> {
  data: Body | undefined;
  error: unknown;
  isFetching: boolean;
  isRefetchError: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface QueryPanelProps<Body> {
  title: string;
  subtitle?: ReactNode;
  query: QueryState<Body>;
  /** Height of the content, in CSS pixels. */
  height: number;
  /** The text if there is nothing to show. */
  emptyText: string;
  isEmpty: (body: Body) => boolean;
  children: (body: Body) => ReactNode;
}

export function QueryPanel<Body extends { meta?: { sample?: boolean } }>({
  title,
  subtitle,
  query,
  height,
  emptyText,
  isEmpty,
  children,
}: QueryPanelProps<Body>) {
  const { data: body, error, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  return (
    <Panel
      title={title}
      subtitle={subtitle}
      badges={
        <>
          {body?.meta?.sample && <SampleBadge />}
          {isRefetchError && body && <StaleBadge since={dataUpdatedAt} />}
        </>
      }
    >
      {content()}
    </Panel>
  );

  function content(): ReactNode {
    if (body) return isEmpty(body) ? <EmptyState>{emptyText}</EmptyState> : children(body);
    if (!error) return <LoadingPlaceholder label={t('isLoading', { title })} height={height} />;
    const failure = errorText(error, t('couldntLoad', { title }));
    return <ErrorAlert {...failure} onRetry={() => void refetch()} retrying={isFetching} />;
  }
}
