/** Alerts, the rules that raise them, the channels that get them, scheduled reports, and emails that are turned off. */
import Box from '@mui/material/Box';
import type { RuleDraft } from '@/features/alert_rules/AlertRuleSheet';
import { AlertRulesPanel } from '@/features/alert_rules/AlertRulesPanel';
import { MessageChannelsPanel } from '@/features/alert_rules/MessageChannelsPanel';
import { useAccount } from '@/features/accounts/queries';
import { CalendarFeedPanel } from '@/features/calendar_feed/CalendarFeedPanel';
import { EmailOptOutsPanel } from '@/features/email_opt_outs/EmailOptOutsPanel';
import { NotificationsPanel } from '@/features/notifications/NotificationsPanel';
import { ReportSchedulesPanel } from '@/features/report_schedules/ReportSchedulesPanel';
import type { ScheduleDraft } from '@/features/report_schedules/ReportScheduleSheet';
import { hasPermission } from '@/lib/permissions';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/alert_rules';
import { PageHeader } from '@/ui/PageHeader';

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** The rule that the explore page prefills. */
function parseRule(text: string | null): RuleDraft | undefined {
  const query = parseJson(text);
  return query === undefined ? undefined : { kind: 'metric', query };
}

/** The report that the explore page or the stock page prefills. The server checks its query. */
function parseSchedule(text: string | null): ScheduleDraft | undefined {
  const draft = parseJson(text) as Partial<ScheduleDraft> | undefined;
  const { kind, query, viewId, name } = draft ?? {};
  if (kind !== 'metric' && kind !== 'metric_sections' && kind !== 'stock_position') return undefined;
  return { kind, query, ...(viewId !== undefined && { viewId }), ...(name !== undefined && { name }) };
}

export default function Notifications() {
  const [address, setAddress] = useUrlParams();
  const { data: account } = useAccount();
  const mayChooseChannels = hasPermission(account?.permissions, 'alerts.manage');
  return (
    <>
      <PageHeader title={t('notifications')} subtitle={t('alertsAndTheirRules')} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <AlertRulesPanel
          draft={parseRule(address.get('rule'))}
          mayChooseChannels={mayChooseChannels}
          onDraftClose={() => setAddress({}, { replace: true })}
        />
        <ReportSchedulesPanel
          draft={parseSchedule(address.get('schedule'))}
          onDraftClose={() => setAddress({}, { replace: true })}
        />
        <NotificationsPanel />
        <CalendarFeedPanel />
        <EmailOptOutsPanel />
        {/* Last, because it appears once the permissions are known. */}
        {mayChooseChannels && (
          <MessageChannelsPanel mayManage={hasPermission(account?.permissions, 'webhooks.manage')} />
        )}
      </Box>
    </>
  );
}
