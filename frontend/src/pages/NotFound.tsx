/** The 404 page. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/platform';
import { ButtonLink } from '@/ui/ButtonLink';
import { PageHeader } from '@/ui/PageHeader';
import { TextLink } from '@/ui/TextLink';

export default function NotFound() {
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  // Without history, there is nothing to go back to.
  const goBack = () => void (key === 'default' ? navigate(paths.dashboard) : navigate(-1));
  useEffect(() => {
    console.error(`404: there is no page at ${pathname}`);
  }, [pathname]);
  return (
    <>
      <PageHeader title={t('pageNotFound')} subtitle={t('thereIsNoPageAt', { pathname })} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        <ButtonLink to={paths.dashboard} variant="contained">
          {t('returnToDashboard')}
        </ButtonLink>
        <Button variant="outlined" onClick={goBack}>
          {t('goBack')}
        </Button>
      </Box>
      <Box component="nav" aria-label={t('quickLinks')} sx={{ display: 'flex', gap: 4, mt: 6 }}>
        <Typography sx={{ color: 'text.secondary' }}>{t('quickLinksHeading')}</Typography>
        <TextLink to={paths.dashboard}>{t('dashboard')}</TextLink>
        <TextLink to={paths.assistant}>{t('sproutAi')}</TextLink>
      </Box>
    </>
  );
}
