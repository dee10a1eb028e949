/** The person's own settings: who they are, where they work and are signed in, what they may do, and how the app looks to them. */
import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { AppearancePanel } from '@/features/accounts/AppearancePanel';
import { OrganizationPanel } from '@/features/accounts/OrganizationPanel';
import { PasswordPanel } from '@/features/accounts/PasswordPanel';
import { PermissionsPanel } from '@/features/accounts/PermissionsPanel';
import { ProfilePanel } from '@/features/accounts/ProfilePanel';
import { SecondFactorPanel } from '@/features/accounts/SecondFactorPanel';
import { SessionsPanel } from '@/features/accounts/SessionsPanel';
import { SignOutPanel } from '@/features/accounts/SignOutPanel';
import { useOrganizations } from '@/features/organizations/queries';
import { PageTitle } from '@/ui/PageTitle';
import { Waiting } from '@/ui/Waiting';

const PreferencesPanel = lazy(async () => ({
  default: (await import('@/features/accounts/PreferencesPanel')).PreferencesPanel,
}));
const OwnDataPanel = lazy(() =>
  import('@/features/accounts/OwnDataPanel').then((panel) => ({ default: panel.OwnDataPanel })),
);

const one = 'minmax(0, 1fr)';
const two = { xs: one, md: 'repeat(2, minmax(0, 1fr))' };

export default function AccountSettings() {
  const here = useOrganizations().data?.items.find(({ current }) => current);
  return (
    <>
      <PageTitle
        title="Account Settings"
        purpose="Who you are to your colleagues, where you are signed in, what you may do, and how Sprout looks to you."
      />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: one }}>
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: two }}>
          <ProfilePanel />
          <OrganizationPanel />
        </Box>
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: two, alignItems: 'start' }}>
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: one }}>
            <PasswordPanel />
            <SecondFactorPanel />
          </Box>
          <SessionsPanel />
        </Box>
        <PermissionsPanel />
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: two }}>
          <Suspense fallback={<Waiting label="Your preferences are loading" height={560} />}>
            <PreferencesPanel currency={here?.currency} />
          </Suspense>
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: one, alignContent: 'start' }}>
            <AppearancePanel />
            <SignOutPanel />
          </Box>
        </Box>
        <Suspense fallback={<Waiting label="Your data are loading" height={240} />}>
          <OwnDataPanel />
        </Suspense>
      </Box>
    </>
  );
}
