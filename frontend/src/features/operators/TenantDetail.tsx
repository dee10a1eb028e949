/** One organization: what it uses, where its rows come from, its last runs, and what an operator may decide. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sayFailure } from '@/api/errors';
import { day, moment } from '@/lib/format';
import { Callout } from '@/ui/Callout';
import { Fact, Facts } from '@/ui/Facts';
import { FailureNotice } from '@/ui/FailureNotice';
import { Waiting } from '@/ui/Waiting';
import { LimitsSheet } from './LimitsSheet';
import { StandingSheet } from './StandingSheet';
import { tenantDetail, type Tenant } from './tenants';
import { Usage } from './Usage';
import { runWords } from './words';

export function TenantDetail({ tenant }: { tenant: Tenant }) {
  const [open, setOpen] = useState<'standing' | 'limits' | null>(null);
  const detail = useQuery(tenantDetail(tenant.id));
  const decision = tenant.suspended ? 'resume' : 'suspend';
  return (
    <Box sx={{ py: 3, textAlign: 'left', display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {tenant.suspended && (
        <Callout weight="warning">
          Suspended since {moment(tenant.suspended.since)}: {tenant.suspended.reason}
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
          <Usage name="People" used={tenant.usage.people} most={tenant.limits.people} />
          <Usage name="Rows" used={tenant.usage.rows} most={tenant.limits.rows} />
          <Usage name="Questions this month" used={tenant.usage.questions} most={tenant.limits.questions} />
        </Box>
        <Box>{facts()}</Box>
      </Box>
      {tenant.sample ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The demo is what visitors see: it is neither suspended nor limited.
        </Typography>
      ) : (
        <Box className="screen-only" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
          <Button variant="outlined" onClick={() => setOpen('limits')}>
            Set limits
          </Button>
          <Button
            variant="outlined"
            color={decision === 'suspend' ? 'error' : 'primary'}
            onClick={() => setOpen('standing')}
          >
            {decision === 'suspend' ? 'Suspend' : 'Let work again'}
          </Button>
        </Box>
      )}
      {open === 'limits' && <LimitsSheet tenant={tenant} onClose={() => setOpen(null)} />}
      {open === 'standing' && (
        <StandingSheet tenant={tenant} decision={decision} onClose={() => setOpen(null)} />
      )}
    </Box>
  );

  function facts() {
    if (detail.isPending) return <Waiting label={`${tenant.name} is loading`} height={140} />;
    const { data } = detail;
    return (
      <>
        {detail.isError && (
          <FailureNotice
            {...sayFailure(detail.error, 'The organization did not load.')}
            onRetry={() => void detail.refetch()}
            retrying={detail.isFetching}
          />
        )}
        {data && (
          <Facts>
            <Fact name="Registered">{day(tenant.createdAt)}</Fact>
            <Fact name="Named in commands">{tenant.slug}</Fact>
            <Fact name="Time zone">{data.timeZone}</Fact>
            <Fact name="Source">{data.source ? data.source.kind : 'None is set'}</Fact>
            <Fact name="Schedule">
              {data.schedule?.enabled
                ? `${data.schedule.cron}${data.schedule.nextAt ? `, next ${moment(data.schedule.nextAt)}` : ''}`
                : 'Off'}
            </Fact>
            {data.runs.slice(0, 5).map((run) => (
              <Fact key={run.id} name={`Sync of ${moment(run.startedAt)}`}>
                {runWords(run.state)}
              </Fact>
            ))}
          </Facts>
        )}
      </>
    );
  }
}
