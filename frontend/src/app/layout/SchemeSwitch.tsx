/** Steps through the colour schemes: as the system has it, light, dark. */
import { useColorScheme } from '@mui/material/styles';
import { IconControl } from '@/ui/IconControl';
import { MoonIcon, SunIcon, SystemIcon } from '@/ui/icons';

const steps = {
  system: { next: 'light', Icon: SystemIcon },
  light: { next: 'dark', Icon: SunIcon },
  dark: { next: 'system', Icon: MoonIcon },
} as const;

export function SchemeSwitch() {
  const { mode = 'system', setMode } = useColorScheme();
  const { next, Icon } = steps[mode];
  const label = `Colour scheme: ${mode}. Switch to ${next}.`;
  return (
    <IconControl label={label} onClick={() => setMode(next)}>
      <Icon />
    </IconControl>
  );
}
