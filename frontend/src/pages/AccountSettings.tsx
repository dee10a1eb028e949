/** The user's settings: profile, organization, sessions, permissions and appearance. */
import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { AppearancePanel } from '@/features/accounts/AppearancePanel';
import { OrganizationPanel } from '@/features/accounts/OrganizationPanel';
import { PasswordPanel } from '@/features/accounts/PasswordPanel';
import { PermissionsPanel } from '@/features/accounts/PermissionsPanel';
import { ProfilePanel } from '@/features/accounts/ProfilePanel';
import { MfaPanel } from '@/features/accounts/MfaPanel';
import { SessionsPanel } from '@/features/accounts/SessionsPanel';
import { SignOutPanel } from '@/features/accounts/SignOutPanel';
import { useOrganizations } from '@/features/organizations/queries';
import { t } from '@/messages/en/accounts';
import { PageHeader } from '@/ui/PageHeader';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

const PreferencesPanel = lazy(async () => ({
  default: (await import('@/features/accounts/PreferencesPanel')).PreferencesPanel,
}));
const AccountDataPanel = lazy(() =>
  import('@/features/accounts/AccountDataPanel').then((panel) => ({ default: panel.AccountDataPanel })),
);

const oneColumn = 'minmax(0, 1fr)';
const twoColumns = { xs: oneColumn, md: 'repeat(2, minmax(0, 1fr))' };

export default function AccountSettings() {
  const here = useOrganizations().data?.items.find(({ current }) => current);
  return (
    <>
      <PageHeader title={t('accountSettings')} subtitle={t('profileSecurityPermissionsAndPreferences')} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: oneColumn }}>
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: twoColumns }}>
          <ProfilePanel />
          <OrganizationPanel />
        </Box>
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: twoColumns, alignItems: 'start' }}>
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: oneColumn }}>
            <PasswordPanel />
            <MfaPanel />
          </Box>
          <SessionsPanel />
        </Box>
        <PermissionsPanel />
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: twoColumns }}>
          <Suspense fallback={<LoadingPlaceholder label={t('yourPreferencesAreLoading')} height={560} />}>
            <PreferencesPanel currency={here?.currency} />
          </Suspense>
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: oneColumn, alignContent: 'start' }}>
            <AppearancePanel />
            <SignOutPanel />
          </Box>
        </Box>
        <Suspense fallback={<LoadingPlaceholder label={t('yourDataIsLoading')} height={240} />}>
          <AccountDataPanel />
        </Suspense>
      </Box>
    </>
  );
}
