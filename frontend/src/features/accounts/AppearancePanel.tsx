/** The color scheme: light, dark or system. Stored in this browser. */
import Typography from '@mui/material/Typography';
import { useColorScheme } from '@mui/material/styles';
import { t } from '@/messages/en/accounts';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { Panel } from '@/ui/Panel';

const MODES = ['light', 'dark', 'system'] as const;
type Mode = (typeof MODES)[number];

const MODE_LABELS: Record<Mode, string> = {
  get light() {
    return t('light');
  },
  get dark() {
    return t('dark');
  },
  get system() {
    return t('system');
  },
};

export function AppearancePanel() {
  const { mode = 'system', setMode } = useColorScheme();
  return (
    <Panel title={t('appearance')}>
      <ToggleGroup
        label={t('colorScheme')}
        options={MODES}
        optionLabel={(choice) => MODE_LABELS[choice]}
        selected={[mode]}
        onToggle={setMode}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {t('systemFollowsYourDeviceSavedIn')}
      </Typography>
    </Panel>
  );
}
