/** Where a session begins; leads on to the page that asked for it. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { readiness } from '@/api/readiness';
import { safeNext } from '@/auth/next';
import { useSignedIn } from '@/auth/session';
import { SignInForm } from '@/features/accounts/SignInForm';
import { paths } from '@/lib/paths';
import { PageTitle } from '@/ui/PageTitle';
import { TextLink } from '@/ui/TextLink';

export default function SignIn() {
  const [address] = useSearchParams();
  const { data: server } = useQuery(readiness);
  if (useSignedIn()) return <Navigate to={safeNext(address.get('next'))} replace />;
  const query = address.toString();
  return (
    <>
      <PageTitle title="Sign in" purpose="Your organization's figures wait behind this page." />
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
