/** Alerts, the rules that raise them, the channels that get them, scheduled reports, and emails that are turned off. */
import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router-dom';
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
import { t } from '@/messages/en/alert_rules';
import { PageHeader } from '@/ui/PageHeader';

/** The rule or report that the explore page prefills. */
function parseDraft(query: string | null): (RuleDraft & ScheduleDraft) | undefined {
  if (query === null) return undefined;
  try {
    return { kind: 'metric', query: JSON.parse(query) as unknown };
  } catch {
    return undefined;
  }
}

export default function Notifications() {
  const [address, setAddress] = useSearchParams();
  const { data: account } = useAccount();
  const mayChooseChannels = hasPermission(account?.permissions, 'alerts.manage');
  return (
    <>
      <PageHeader title={t('notifications')} subtitle={t('alertsAndTheirRules')} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <AlertRulesPanel
          draft={parseDraft(address.get('rule'))}
          mayChooseChannels={mayChooseChannels}
          onDraftClose={() => setAddress({}, { replace: true })}
        />
        <ReportSchedulesPanel
          draft={parseDraft(address.get('schedule'))}
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
