/** The person's own settings. */
import { ProfilePanel } from '@/features/accounts/ProfilePanel';
import { PageTitle } from '@/ui/PageTitle';

export default function AccountSettings() {
  return (
    <>
      <PageTitle title="Account Settings" purpose="Who you are to your colleagues." />
      <ProfilePanel />
    </>
  );
}
