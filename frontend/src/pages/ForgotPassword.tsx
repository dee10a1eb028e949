/** Requests a password reset link. */
import Typography from '@mui/material/Typography';
import { ForgotPasswordForm } from '@/features/accounts/ForgotPasswordForm';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/sign_in';
import { EntryLayout } from '@/ui/EntryLayout';
import { PageHeader } from '@/ui/PageHeader';
import { TextLink } from '@/ui/TextLink';

export default function ForgotPassword() {
  return (
    <EntryLayout>
      <PageHeader title={t('forgotYourPassword')} subtitle={t('wellEmailYouALinkTo')} />
      <ForgotPasswordForm />
      <Typography sx={{ mt: 6 }}>
        {t.rich('rememberYourPassword', { link: <TextLink to={paths.signIn}>{t('signIn')}</TextLink> })}
      </Typography>
    </EntryLayout>
  );
}
