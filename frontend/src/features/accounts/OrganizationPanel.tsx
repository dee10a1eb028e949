/** Where the person works, as what, and by which clock a day begins there. */
import { formatLocalTime } from '@/lib/dateFormat';
import { roleDescription } from '@/lib/roleLabels';
import { AccountPanel } from './AccountPanel';
import { ReadOnlyField } from './ReadOnlyField';

export function OrganizationPanel() {
  return (
    <AccountPanel title="Organization" height={188} showsSampleData>
      {({ farmName, organization, timeZone }) => (
        <ReadOnlyField
          fields={[
            ['Name', farmName],
            ['Your role', roleDescription(organization.role)],
            ['Time zone', timeZoneText(timeZone)],
          ]}
        />
      )}
    </AccountPanel>
  );
}

/** The zone with its time, and what it is for. */
function timeZoneText(timeZone: string): string {
  const now = formatLocalTime(new Date(), timeZone);
  return `${timeZone}${now === undefined ? '' : `, now ${now}`}. It decides which day “today” is for the figures.`;
}
