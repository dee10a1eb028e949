/** Light, dark, or as the system has it; kept in this browser. */
import Typography from '@mui/material/Typography';
import { useColorScheme } from '@mui/material/styles';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { Panel } from '@/ui/Panel';

const MODES = { Light: 'light', Dark: 'dark', System: 'system' } as const;
type Choice = keyof typeof MODES;
const CHOICES: readonly Choice[] = ['Light', 'Dark', 'System'];

export function AppearancePanel() {
  const { mode = 'system', setMode } = useColorScheme();
  return (
    <Panel title="Appearance">
      <ChoiceGroup
        label="Colour scheme"
        choices={CHOICES}
        chosen={CHOICES.filter((choice) => MODES[choice] === mode)}
        onPress={(choice) => setMode(MODES[choice])}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        System follows your device. The choice is kept in this browser; paper is always light.
      </Typography>
    </Panel>
  );
}
