/** Cycles through the color schemes: system, light, dark. */
import { useColorScheme } from '@mui/material/styles';
import { translateWord } from '@/lib/translate';
import { t } from '@/messages/en/shell';
import { IconButton } from '@/ui/IconButton';
import { MoonIcon, SunIcon, SystemIcon } from '@/ui/icons';

const SCHEMES = {
  system: { next: 'light', Icon: SystemIcon },
  light: { next: 'dark', Icon: SunIcon },
  dark: { next: 'system', Icon: MoonIcon },
} as const;

export function ColorSchemeButton() {
  const { mode = 'system', setMode } = useColorScheme();
  const { next, Icon } = SCHEMES[mode];
  const label = t('colorSchemeSwitchTo', { mode: translateWord(mode), next: translateWord(next) });
  return (
    <IconButton label={label} onClick={() => setMode(next)}>
      <Icon />
    </IconButton>
  );
}
