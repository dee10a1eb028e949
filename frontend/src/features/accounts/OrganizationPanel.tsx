/** Where the person works, as what, and by which clock a day begins there. */
import { localTime } from '@/lib/calendar';
import { AccountPanel } from './AccountPanel';
import { Known } from './Known';
import { roleWords } from './words';

export function OrganizationPanel() {
  return (
    <AccountPanel title="Organization" height={188} generated>
      {({ farmName, organization, timeZone }) => (
        <Known
          facts={[
            ['Name', farmName],
            ['Your role', roleWords(organization.role)],
            ['Time zone', clock(timeZone)],
          ]}
        />
      )}
    </AccountPanel>
  );
}

/** The zone with its time, and what it is for. */
function clock(timeZone: string): string {
  const now = localTime(new Date(), timeZone);
  return `${timeZone}${now === undefined ? '' : `, now ${now}`}. It decides which day “today” is for the figures.`;
}
