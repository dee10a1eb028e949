/** The page of a password reset link. */
import { useLocation } from 'react-router-dom';
import { ResetPasswordForm } from '@/features/accounts/ResetPasswordForm';
import { readLinkToken } from '@/lib/linkToken';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/sign_in';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';
import { EntryLayout } from '@/ui/EntryLayout';
import { PageHeader } from '@/ui/PageHeader';

export default function ResetPassword() {
  const token = readLinkToken(useLocation().hash);
  return (
    <EntryLayout>
      <PageHeader title={t('chooseANewPassword')} subtitle={t('youllBeSignedOutEverywhere')} />
      {token === undefined ? (
        <EmptyState action={<ButtonLink to={paths.forgotPassword}>{t('requestALink')}</ButtonLink>}>
          {t('theLinkIsIncompleteOpenIt')}
        </EmptyState>
      ) : (
        <ResetPasswordForm key={token} token={token} />
      )}
    </EntryLayout>
  );
}
