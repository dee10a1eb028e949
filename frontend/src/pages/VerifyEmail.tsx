/** The page of an email confirmation link. */
import { useLocation } from 'react-router-dom';
import { VerifyEmailForm } from '@/features/accounts/VerifyEmailForm';
import { readLinkToken } from '@/lib/linkToken';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/sign_in';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';
import { EntryLayout } from '@/ui/EntryLayout';
import { PageHeader } from '@/ui/PageHeader';

export default function VerifyEmail() {
  const token = readLinkToken(useLocation().hash);
  return (
    <EntryLayout>
      <PageHeader title={t('confirmYourEmailAddress')} subtitle={t('confirmsThatThisEmailAddressIs')} />
      {token === undefined ? (
        <EmptyState action={<ButtonLink to={paths.account}>{t('goToAccountSettings')}</ButtonLink>}>
          {t('theLinkIsIncompleteOpenIt')}
        </EmptyState>
      ) : (
        <VerifyEmailForm key={token} token={token} />
      )}
    </EntryLayout>
  );
}
