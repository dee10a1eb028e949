/** One organization: usage, source, last runs, and operator actions. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { formatDay, formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/operators';
import { Callout } from '@/ui/Callout';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { LimitsSheet } from './LimitsSheet';
import { SuspensionSheet } from './SuspensionSheet';
import { tenantQuery, type Tenant } from './tenantQueries';
import { Usage } from './Usage';
import { runStateLabel } from './operatorLabels';

export function TenantDetail({ tenant }: { tenant: Tenant }) {
  const [open, setOpen] = useState<'standing' | 'limits' | null>(null);
  const detail = useQuery(tenantQuery(tenant.id));
  const decision = tenant.suspension ? 'resume' : 'suspend';
  return (
    <Box sx={{ py: 3, textAlign: 'start', display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {tenant.suspension && (
        <Callout severity="warning">
          {t('suspendedSinceWithReason', {
            since: formatDateTime(tenant.suspension.since),
            reason: tenant.suspension.reason,
          })}
        </Callout>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
          <Usage name={t('people')} used={tenant.usage.people} limit={tenant.limits.people} />
          <Usage name={t('rows')} used={tenant.usage.rows} limit={tenant.limits.rows} />
          <Usage
            name={t('questionsThisMonth')}
            used={tenant.usage.questions}
            limit={tenant.limits.questions}
          />
        </Box>
        <Box>{facts()}</Box>
      </Box>
      {tenant.sample ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('theDemoOrganizationCantBeSuspended')}
        </Typography>
      ) : (
        <Box className="screen-only" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
          <Button variant="outlined" onClick={() => setOpen('limits')}>
            {t('setLimits')}
          </Button>
          <Button
            variant="outlined"
            color={decision === 'suspend' ? 'error' : 'primary'}
            onClick={() => setOpen('standing')}
          >
            {decision === 'suspend' ? t('suspend') : t('reactivate')}
          </Button>
        </Box>
      )}
      {open === 'limits' && <LimitsSheet tenant={tenant} onClose={() => setOpen(null)} />}
      {open === 'standing' && (
        <SuspensionSheet tenant={tenant} action={decision} onClose={() => setOpen(null)} />
      )}
    </Box>
  );

  function facts() {
    if (detail.isPending)
      return <LoadingPlaceholder label={t('organizationIsLoading', { name: tenant.name })} height={140} />;
    const { data } = detail;
    return (
      <>
        {detail.isError && (
          <ErrorAlert
            {...errorText(detail.error, t('couldntLoadTheOrganization'))}
            onRetry={() => void detail.refetch()}
            retrying={detail.isFetching}
          />
        )}
        {data && (
          <DescriptionList>
            <DescriptionItem name={t('registered')}>{formatDay(tenant.createdAt)}</DescriptionItem>
            <DescriptionItem name={t('idForCommands')}>{tenant.slug}</DescriptionItem>
            <DescriptionItem name={t('timeZone')}>{data.timeZone}</DescriptionItem>
            <DescriptionItem name={t('source')}>{data.source ? data.source.kind : t('none')}</DescriptionItem>
            <DescriptionItem name={t('schedule')}>
              {data.schedule?.enabled
                ? `${data.schedule.cron}${data.schedule.nextAt ? t('next', { nextAt: formatDateTime(data.schedule.nextAt) }) : ''}`
                : t('off')}
            </DescriptionItem>
            {data.runs.slice(0, 5).map((run) => (
              <DescriptionItem key={run.id} name={t('syncOf', { startedAt: formatDateTime(run.startedAt) })}>
                {runStateLabel(run.state)}
              </DescriptionItem>
            ))}
          </DescriptionList>
        )}
      </>
    );
  }
}
