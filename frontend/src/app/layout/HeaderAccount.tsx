/** The right end of the header: the account menu, or a sign-in link. */
import Box from '@mui/material/Box';
import { Link, useLocation } from 'react-router-dom';
import { useSignedIn } from '@/auth/session';
import { signInPath } from '@/lib/paths';
import { t } from '@/messages/en/shell';
import { findRoute } from '../routes';
import { AccountMenu } from './AccountMenu';

export function HeaderAccount() {
  const signedIn = useSignedIn();
  const { pathname, search } = useLocation();
  if (signedIn) return <AccountMenu />;
  const here = findRoute(pathname).access === 'everyone' ? '/' : pathname + search;
  return (
    <Box
      component={Link}
      to={signInPath(here)}
      sx={{
        px: 3,
        py: 2,
        border: 1,
        borderRadius: 1,
        typography: 'button',
        color: 'primary.main',
        textDecoration: 'none',
        whiteSpace: 'nowrap',
      }}
    >
      {t('signIn')}
    </Box>
  );
}
