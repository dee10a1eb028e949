/** Registers an organization with its owner. */
import Typography from '@mui/material/Typography';
import { Navigate, useSearchParams } from 'react-router-dom';
import { safeRedirectPath } from '@/auth/redirectPath';
import { useSignedIn } from '@/auth/session';
import { RegisterForm } from '@/features/accounts/RegisterForm';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/sign_in';
import { PageHeader } from '@/ui/PageHeader';
import { TextLink } from '@/ui/TextLink';

export default function Register() {
  const [address] = useSearchParams();
  if (useSignedIn()) return <Navigate to={safeRedirectPath(address.get('next'))} replace />;
  const query = address.toString();
  return (
    <>
      <PageHeader title={t('createAnAccount')} subtitle={t('createsAnOrganizationForYourBusiness')} />
      <RegisterForm />
      <Typography sx={{ mt: 6 }}>
        {t.rich('alreadyHaveAnAccount', {
          link: <TextLink to={query ? `${paths.signIn}?${query}` : paths.signIn}>{t('signIn')}</TextLink>,
        })}
      </Typography>
    </>
  );
}
