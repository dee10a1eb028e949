/** Shares a view with people outside of the organization: a new link, and the active ones. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatCount, formatDateTime, formatDay } from '@/lib/format';
import { t } from '@/messages/en/shared_views';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { nextPage } from '@/ui/nextPage';
import { OneTimeSecret } from '@/ui/OneTimeSecret';
import { Panel } from '@/ui/Panel';
import { SelectInput } from '@/ui/SelectInput';
import { Sheet } from '@/ui/Sheet';
import type { MetricQuery } from './queries';
import { sharedViewsQuery, useRevokeSharedView, useShareView, type SharedView } from './sharedViewQueries';

const DEFAULT_DAYS = '30';

interface ShareSheetProps {
  view: { id: string; name: string };
  /** The question of the view. */
  query: MetricQuery;
  onClose: () => void;
}

export function ShareSheet({ view, query, onClose }: ShareSheetProps) {
  return (
    <Sheet title={t('shareOutside')} onClose={onClose} wide>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{t('whatALinkShows', { name: view.name })}</Typography>
      <NewLink viewId={view.id} query={query} />
      <Panel title={t('activeLinks')}>
        <Links />
      </Panel>
    </Sheet>
  );
}

function NewLink({ viewId, query }: { viewId: string; query: MetricQuery }) {
  const share = useShareView();
  const form = useTypedForm({ fields: ['days'], failure: share.error });
  if (share.data) {
    return (
      <OneTimeSecret
        secret={share.data.url}
        label={t('link')}
        notice={<Typography sx={{ fontWeight: 600 }}>{t('copyNow')}</Typography>}
        usage={t('usage')}
        texts={{
          copy: t('copyLink'),
          copied: t('copied'),
          blocked: t('browserBlockedCopying'),
          done: t('done'),
        }}
        onDone={() => share.reset()}
      />
    );
  }
  return (
    <Form onSubmit={form.handleSubmit(({ days }) => share.mutate({ viewId, query, days: Number(days) }))}>
      <SelectInput
        label={t('expires')}
        {...form.field('days')}
        defaultValue={DEFAULT_DAYS}
        options={[
          ['1', t('inADay')],
          ['7', t('inAWeek')],
          [DEFAULT_DAYS, t('inAMonth')],
          ['90', t('inThreeMonths')],
        ]}
      />
      {form.formError !== undefined && <ErrorAlert {...errorText(form.formError, t('couldntCreate'))} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={share.isPending}>
          {t('createLink')}
        </Button>
      </Box>
    </Form>
  );
}

function Links() {
  const links = useInfiniteQuery(sharedViewsQuery);
  const revoke = useRevokeSharedView();
  const rows = links.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {revoke.error && <ErrorAlert {...errorText(revoke.error, t('couldntRevoke'))} />}
      <Box aria-live="polite">{revoke.isSuccess && t('revoked')}</Box>
      {body()}
    </>
  );

  function body(): ReactNode {
    if (links.isPending) return <LoadingPlaceholder label={t('linksAreLoading')} height={160} />;
    if (links.isError) {
      return (
        <ErrorAlert
          {...errorText(links.error, t('couldntLoadTheLinks'))}
          onRetry={() => void links.refetch()}
          retrying={links.isFetching}
        />
      );
    }
    if (rows.length === 0) return <EmptyState>{t('noLinks')}</EmptyState>;
    return (
      <DataTable
        label={t('activeLinks')}
        columns={buildLinkColumns(revoke.isPending, (link) => revoke.mutate(link.id))}
        rows={rows}
        rowKey={(link) => link.id}
        more={nextPage(links, t('loadMoreLinks'))}
      />
    );
  }
}

function buildLinkColumns(disabled: boolean, onRevoke: (link: SharedView) => void): Column<SharedView>[] {
  return [
    { id: 'name', heading: t('view'), render: (link) => link.name },
    {
      id: 'created',
      heading: t('created'),
      render: (link) => t('createdBy', { name: link.createdBy, day: formatDay(link.createdAt) }),
    },
    { id: 'expires', heading: t('expires'), render: (link) => formatDateTime(link.expiresAt) },
    { id: 'uses', heading: t('uses'), render: describeUses },
    {
      id: 'revoke',
      heading: t('revoke'),
      screenOnly: true,
      render: (link) => (
        <Button
          size="small"
          color="error"
          disabled={disabled}
          aria-label={t('revokeLink', { name: link.name })}
          onClick={() => onRevoke(link)}
        >
          {t('revoke')}
        </Button>
      ),
    },
  ];
}

function describeUses({ uses, lastUsedAt }: SharedView): string {
  const count = t('used', { count: uses, value: formatCount(uses) });
  return lastUsedAt === undefined ? count : t('lastUse', { uses: count, at: formatDateTime(lastUsedAt) });
}
