/** Registers an organization with its owner, or says who to ask where nobody can register. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { readinessQuery } from '@/api/readinessQuery';
import { safeRedirectPath } from '@/auth/redirectPath';
import { useSignedIn } from '@/auth/session';
import { RegisterForm } from '@/features/accounts/RegisterForm';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/sign_in';
import { EntryLayout } from '@/ui/EntryLayout';
import { PageHeader } from '@/ui/PageHeader';
import { TextLink } from '@/ui/TextLink';

const PURPOSES = {
  open: 'createsAnOrganizationForYourBusiness',
  invite: 'youNeedAnInvitationToRegister',
  closed: 'thisServerAcceptsNoNewAccounts',
} as const;

export default function Register() {
  const [address] = useSearchParams();
  // Until the policy is known, and if it can't be loaded, the form shows: the server decides.
  const signUp = useQuery(readinessQuery).data?.signUp ?? 'open';
  if (useSignedIn()) return <Navigate to={safeRedirectPath(address.get('next'))} replace />;
  const query = address.toString();
  return (
    <EntryLayout>
      <PageHeader title={t('createAnAccount')} subtitle={t(PURPOSES[signUp])} />
      {signUp === 'open' && <RegisterForm />}
      <Typography sx={{ mt: 6 }}>
        {t.rich('alreadyHaveAnAccount', {
          link: <TextLink to={query ? `${paths.signIn}?${query}` : paths.signIn}>{t('signIn')}</TextLink>,
        })}
      </Typography>
    </EntryLayout>
  );
}
