/** The color scheme: light, dark or system. Stored in this browser. */
import Typography from '@mui/material/Typography';
import { useColorScheme } from '@mui/material/styles';
import { t } from '@/messages/en/accounts';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { Panel } from '@/ui/Panel';

const MODES = { Light: 'light', Dark: 'dark', System: 'system' } as const;
type SchemeLabel = keyof typeof MODES;
const CHOICES: readonly SchemeLabel[] = ['Light', 'Dark', 'System'];

export function AppearancePanel() {
  const { mode = 'system', setMode } = useColorScheme();
  return (
    <Panel title={t('appearance')}>
      <ToggleGroup
        label={t('colorScheme')}
        options={CHOICES}
        selected={CHOICES.filter((choice) => MODES[choice] === mode)}
        onToggle={(choice) => setMode(MODES[choice])}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {t('systemFollowsYourDeviceSavedIn')}
      </Typography>
    </Panel>
  );
}
