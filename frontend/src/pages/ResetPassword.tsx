/** Where the link to a new password leads. */
import { useLocation } from 'react-router-dom';
import { ResetPasswordForm } from '@/features/accounts/ResetPasswordForm';
import { readLinkToken } from '@/lib/linkToken';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';

export default function ResetPassword() {
  const token = readLinkToken(useLocation().hash);
  return (
    <>
      <PageHeader
        title="Choose a new password"
        subtitle="The new one replaces the old one, and signs you out everywhere."
      />
      {token === undefined ? (
        <EmptyState action={<ButtonLink to={paths.forgotPassword}>Ask for a link</ButtonLink>}>
          A part of the link is missing. Open it from the letter again, or copy all of it.
        </EmptyState>
      ) : (
        <ResetPasswordForm key={token} token={token} />
      )}
    </>
  );
}
