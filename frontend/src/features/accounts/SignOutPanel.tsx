/** The way out. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/accounts';
import { Panel } from '@/ui/Panel';
import { signOut } from './signOut';

export function SignOutPanel() {
  return (
    <Panel title={t('session')}>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{t('endsThisSessionInAllTabs')}</Typography>
      <Button variant="outlined" onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </Panel>
  );
}
