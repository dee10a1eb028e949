/** Where the link to confirm an address leads. */
import { useLocation } from 'react-router-dom';
import { VerifyEmailForm } from '@/features/accounts/VerifyEmailForm';
import { linkToken } from '@/lib/linkToken';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';

export default function VerifyEmail() {
  const token = linkToken(useLocation().hash);
  return (
    <>
      <PageTitle title="Confirm your address" purpose="So that colleagues know that it is yours." />
      {token === undefined ? (
        <Notice action={<ButtonLink to={paths.account}>Go to your account</ButtonLink>}>
          A part of the link is missing. Open it from the letter again, or copy all of it.
        </Notice>
      ) : (
        <VerifyEmailForm key={token} token={token} />
      )}
    </>
  );
}
