/** The user's organization, role, and the time zone in which its days begin. */
import { formatLocalTime } from '@/lib/dateFormat';
import { roleDescription } from '@/lib/roleLabels';
import { t } from '@/messages/en/accounts';
import { AccountPanel } from './AccountPanel';
import { ReadOnlyField } from './ReadOnlyField';

export function OrganizationPanel() {
  return (
    <AccountPanel title={t('organization')} height={188} showsSampleData>
      {({ farmName, organization, timeZone }) => (
        <ReadOnlyField
          fields={[
            [t('name'), farmName],
            [t('yourRole'), roleDescription(organization.role)],
            [t('timeZone'), timeZoneText(timeZone)],
          ]}
        />
      )}
    </AccountPanel>
  );
}

/** The time zone, its current time, and what it is used for. */
function timeZoneText(timeZone: string): string {
  const now = formatLocalTime(new Date(), timeZone);
  return t('reportsUseItToDetermineToday', { timeZone, now: now === undefined ? '' : t('now', { now }) });
}
