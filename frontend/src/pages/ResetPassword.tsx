/** Where the link to a new password leads. */
import { useLocation } from 'react-router-dom';
import { ResetPasswordForm } from '@/features/accounts/ResetPasswordForm';
import { linkToken } from '@/lib/linkToken';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';

export default function ResetPassword() {
  const token = linkToken(useLocation().hash);
  return (
    <>
      <PageTitle
        title="Choose a new password"
        purpose="The new one replaces the old one, and signs you out everywhere."
      />
      {token === undefined ? (
        <Notice action={<ButtonLink to={paths.forgotPassword}>Ask for a link</ButtonLink>}>
          A part of the link is missing. Open it from the letter again, or copy all of it.
        </Notice>
      ) : (
        <ResetPasswordForm key={token} token={token} />
      )}
    </>
  );
}
