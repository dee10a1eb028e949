/** The frame of a record's page: its name, what is on record, and its panels. Unknown IDs say so. */
import Box from '@mui/material/Box';
import { SproutError } from '@sprout/client';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { LAST_YEAR, type MetricQuery } from '@/api/metricQueries';
import { newReportSchedulePath } from '@/lib/notificationPaths';
import { parseRecordPath, paths } from '@/lib/paths';
import { t } from '@/messages/en/directory';
import { ButtonLink } from '@/ui/ButtonLink';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { PageHeader } from '@/ui/PageHeader';
import type { QueryState } from './QueryPanel';

/** The ID in the address of a record's page. */
export function useRecordId(): string {
  const { pathname } = useLocation();
  return parseRecordPath(pathname)?.id ?? '';
}

/** A part of a record's page as a report has it. */
export interface ReportedQuery {
  title: string;
  query: MetricQuery;
}

/** A measure by month with the year before, over a period that moves with time. */
export const reportHistory = (query: MetricQuery): MetricQuery => ({
  ...query,
  ...LAST_YEAR,
  dimensions: ['month'],
});

interface RecordViewProps<Body> {
  /** The kind of record, such as `Customer`. */
  kind: string;
  query: QueryState<Body>;
  /** The record's name. */
  name: (body: Body) => string;
  /** What tells it apart, such as the ID. */
  describe: (body: Body) => string;
  /** What a scheduled report of the page has. */
  report?: readonly ReportedQuery[];
  children: (body: Body) => ReactNode;
}

export function RecordView<Body extends { meta?: { sample?: boolean } }>({
  kind,
  query,
  name,
  describe,
  report,
  children,
}: RecordViewProps<Body>) {
  const record = parseRecordPath(useLocation().pathname);
  const { data: body, error, isFetching, isRefetchError, dataUpdatedAt, refetch } = query;
  const title = body && name(body);
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Sprout`;
  }, [title]);
  if (body) {
    return (
      <>
        <PageHeader
          title={name(body)}
          subtitle={[kind, describe(body)].filter((part) => part !== '').join(' · ')}
          {...(report &&
            record && {
              actions: (
                <ButtonLink
                  to={newReportSchedulePath({
                    kind: 'metric_sections',
                    name: name(body),
                    query: { record, sections: report },
                  })}
                >
                  {t('schedule')}
                </ButtonLink>
              ),
            })}
          badges={
            <>
              {body.meta?.sample && <SampleBadge />}
              {isRefetchError && <StaleBadge since={dataUpdatedAt} />}
            </>
          }
        />
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children(body)}</Box>
      </>
    );
  }
  if (error instanceof SproutError && error.status === 404) {
    return (
      <>
        <PageHeader title={kind} subtitle={t('notFound')} />
        <EmptyState action={<ButtonLink to={paths.dashboard}>{t('goToDashboard')}</ButtonLink>}>
          {t('noSuchRecord')}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={kind} subtitle={error ? t('couldntLoad', { title: kind }) : t('loading')} />
      {error ? (
        <ErrorAlert
          {...errorText(error, t('couldntLoad', { title: kind }))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <LoadingPlaceholder label={t('isLoading', { title: kind })} height={480} />
      )}
    </>
  );
}
