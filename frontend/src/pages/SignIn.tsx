/** The sign-in page. Continues to the page that required it. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { readinessQuery } from '@/api/readinessQuery';
import { safeRedirectPath } from '@/auth/redirectPath';
import { useSignedIn } from '@/auth/session';
import { SignInForm } from '@/features/accounts/SignInForm';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/sign_in';
import { EntryLayout } from '@/ui/EntryLayout';
import { PageHeader } from '@/ui/PageHeader';
import { TextLink } from '@/ui/TextLink';

export default function SignIn() {
  const [address] = useSearchParams();
  const { data: server } = useQuery(readinessQuery);
  if (useSignedIn()) return <Navigate to={safeRedirectPath(address.get('next'))} replace />;
  const query = address.toString();
  return (
    <EntryLayout>
      <PageHeader title={t('signIn')} subtitle={t('signInToSeeYourDashboard')} />
      <SignInForm />
      <Typography sx={{ mt: 6 }}>
        <TextLink to={paths.forgotPassword}>{t('forgotYourPassword')}</TextLink>
      </Typography>
      <Typography sx={{ mt: 3 }}>
        {t.rich('noAccountYet', {
          link: (
            <TextLink to={query ? `${paths.register}?${query}` : paths.register}>{t('createOne')}</TextLink>
          ),
        })}
        {server?.demo && (
          <>
            {' or '}
            <TextLink to={paths.dashboard}>{t('viewTheDemo')}</TextLink>
          </>
        )}
        .
      </Typography>
    </EntryLayout>
  );
}
