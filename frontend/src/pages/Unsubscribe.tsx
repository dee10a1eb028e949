/** The page of a link that ends an email subscription. */
import { useLocation } from 'react-router-dom';
import { UnsubscribeForm } from '@/features/email_opt_outs/UnsubscribeForm';
import { readLinkToken } from '@/lib/linkToken';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/email_opt_outs';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';

export default function Unsubscribe() {
  const token = readLinkToken(useLocation().hash);
  return (
    <>
      <PageHeader title={t('unsubscribeFromEmails')} subtitle={t('unsubscribeSubtitle')} />
      {token === undefined ? (
        <EmptyState action={<ButtonLink to={paths.notifications}>{t('openNotifications')}</ButtonLink>}>
          {t('linkIncomplete')}
        </EmptyState>
      ) : (
        <UnsubscribeForm key={token} token={token} />
      )}
    </>
  );
}
