/** Says once for the whole page that its figures are those of the demo. Takes no place of its own. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useSignedIn } from '@/auth/session';
import { accountQuery } from '@/features/accounts/queries';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/demo_banner';
import { DEMO_BANNER } from '@/ui/dataBadges';
import { TextLink } from '@/ui/TextLink';
import { findRoute } from '../routes';

export function DemoBanner() {
  const signedIn = useSignedIn();
  const { pathname } = useLocation();
  const account = useQuery({ ...accountQuery, enabled: signedIn });
  const shown = signedIn ? account.data?.sample : findRoute(pathname).access === 'demo';
  // Without the account, the badges of the figures say it.
  if (signedIn && account.isError && !account.data) return null;
  // Until it is known, the badges stay hidden: they would come and go, and move the page.
  if (!shown) return <span className={DEMO_BANNER} hidden />;
  return (
    <Box
      className={`${DEMO_BANNER} screen-only`}
      sx={{
        position: 'absolute',
        inset: '0 0 auto 0',
        px: { xs: 4, sm: 6 },
        typography: 'body2',
        lineHeight: '24px',
        color: 'text.secondary',
        whiteSpace: 'nowrap',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      {signedIn
        ? t('demoFigures')
        : t.rich('demoFiguresForVisitors', {
            link: <TextLink to={paths.register}>{t('createAccount')}</TextLink>,
          })}
    </Box>
  );
}
