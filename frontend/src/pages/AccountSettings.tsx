/** The user's settings: profile, organization, sessions, permissions and appearance. */
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
import { SettingsLayout } from '@/ui/SettingsLayout';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

const PreferencesPanel = lazy(async () => ({
  default: (await import('@/features/accounts/PreferencesPanel')).PreferencesPanel,
}));
const AccountDataPanel = lazy(() =>
  import('@/features/accounts/AccountDataPanel').then((panel) => ({ default: panel.AccountDataPanel })),
);

export default function AccountSettings() {
  const here = useOrganizations().data?.items.find(({ current }) => current);
  return (
    <>
      <PageHeader title={t('accountSettings')} subtitle={t('profileSecurityPermissionsAndPreferences')} />
      <SettingsLayout
        label={t('sectionsOfYourAccount')}
        sections={[
          {
            id: 'profile',
            label: t('profile'),
            content: (
              <>
                <ProfilePanel />
                <OrganizationPanel />
              </>
            ),
          },
          {
            id: 'preferences',
            label: t('preferences'),
            content: (
              <>
                <Suspense
                  fallback={<LoadingPlaceholder label={t('yourPreferencesAreLoading')} height={560} />}
                >
                  <PreferencesPanel currency={here?.currency} />
                </Suspense>
                <AppearancePanel />
              </>
            ),
          },
          {
            id: 'security',
            label: t('security'),
            content: (
              <>
                <PasswordPanel />
                <MfaPanel />
                <SessionsPanel />
                <SignOutPanel />
              </>
            ),
          },
          { id: 'permissions', label: t('permissions'), content: <PermissionsPanel /> },
          {
            id: 'data',
            label: t('yourData'),
            content: (
              <Suspense fallback={<LoadingPlaceholder label={t('yourDataIsLoading')} height={240} />}>
                <AccountDataPanel />
              </Suspense>
            ),
          },
        ]}
      />
    </>
  );
}
