/** Where someone asks for a new password who forgot theirs. */
import Typography from '@mui/material/Typography';
import { ForgotPasswordForm } from '@/features/accounts/ForgotPasswordForm';
import { paths } from '@/lib/paths';
import { PageHeader } from '@/ui/PageHeader';
import { TextLink } from '@/ui/TextLink';

export default function ForgotPassword() {
  return (
    <>
      <PageHeader
        title="Forgot your password?"
        subtitle="A letter to your address brings a link under which you choose a new one."
      />
      <ForgotPasswordForm />
      <Typography sx={{ mt: 6 }}>
        You remember it? <TextLink to={paths.signIn}>Sign in</TextLink>.
      </Typography>
    </>
  );
}
