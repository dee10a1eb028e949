/** The palette for plots, as CSS variables, so that a scheme change needs no redraw. */
import { useTheme, type Palette } from '@mui/material/styles';

export function useChartColors(): Pick<Palette, 'chart' | 'text'> {
  const theme = useTheme();
  return (theme.vars ?? theme).palette;
}
