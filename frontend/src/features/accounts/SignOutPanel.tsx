/** The way out. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Panel } from '@/ui/Panel';
import { signOut } from './signOut';

export function SignOutPanel() {
  return (
    <Panel title="Session">
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>
        Signing out ends this session on the server and in every tab of this browser.
      </Typography>
      <Button variant="outlined" onClick={() => void signOut()}>
        Sign Out
      </Button>
    </Panel>
  );
}
