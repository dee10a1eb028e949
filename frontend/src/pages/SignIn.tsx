/** Where a session begins; leads on to the page that asked for it. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { readinessQuery } from '@/api/readinessQuery';
import { safeRedirectPath } from '@/auth/redirectPath';
import { useSignedIn } from '@/auth/session';
import { SignInForm } from '@/features/accounts/SignInForm';
import { paths } from '@/lib/paths';
import { PageHeader } from '@/ui/PageHeader';
import { TextLink } from '@/ui/TextLink';

export default function SignIn() {
  const [address] = useSearchParams();
  const { data: server } = useQuery(readinessQuery);
  if (useSignedIn()) return <Navigate to={safeRedirectPath(address.get('next'))} replace />;
  const query = address.toString();
  return (
    <>
      <PageHeader title="Sign in" subtitle="Your organization's figures wait behind this page." />
      <SignInForm />
      <Typography sx={{ mt: 6 }}>
        <TextLink to={paths.forgotPassword}>Forgot your password?</TextLink>
      </Typography>
      <Typography sx={{ mt: 3 }}>
        No account yet?{' '}
        <TextLink to={query ? `${paths.register}?${query}` : paths.register}>Create one</TextLink>
        {server?.demo && (
          <>
            {' or '}
            <TextLink to={paths.dashboard}>look at the demo</TextLink>
          </>
        )}
        .
      </Typography>
    </>
  );
}
