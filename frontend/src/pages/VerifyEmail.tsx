/** Where the link to confirm an address leads. */
import { useLocation } from 'react-router-dom';
import { VerifyEmailForm } from '@/features/accounts/VerifyEmailForm';
import { readLinkToken } from '@/lib/linkToken';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';

export default function VerifyEmail() {
  const token = readLinkToken(useLocation().hash);
  return (
    <>
      <PageHeader title="Confirm your address" subtitle="So that colleagues know that it is yours." />
      {token === undefined ? (
        <EmptyState action={<ButtonLink to={paths.account}>Go to your account</ButtonLink>}>
          A part of the link is missing. Open it from the letter again, or copy all of it.
        </EmptyState>
      ) : (
        <VerifyEmailForm key={token} token={token} />
      )}
    </>
  );
}
