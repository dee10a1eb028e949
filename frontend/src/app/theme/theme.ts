/** The Sprout theme: paper-white surfaces, green text, one warm accent, borders instead of shadows. */
import { createTheme, type Shadows } from '@mui/material/styles';
import { componentStyles } from './componentStyles';
import { buildPalette } from './palette';
import { tokens } from './tokens';
import { FONT_FAMILY } from './typeface';

/** The attribute on `<html>` that names the color scheme in use. */
export const SCHEME_ATTRIBUTE = 'data-scheme';

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: SCHEME_ATTRIBUTE, nativeColor: true },
  colorSchemes: {
    light: { palette: buildPalette(tokens.light) },
    dark: { palette: buildPalette(tokens.dark) },
  },
  spacing: 4,
  shape: { borderRadius: 10 },
  shadows: Array<string>(25).fill('none') as Shadows,
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1280, xl: 1536 } },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 150,
      standard: 150,
      complex: 180,
      enteringScreen: 150,
      leavingScreen: 120,
    },
  },
  typography: {
    fontFamily: FONT_FAMILY,
    fontSize: 14,
    h1: { fontSize: '1.75rem', lineHeight: 1.25, fontWeight: 650, letterSpacing: '-0.01em' },
    h2: { fontSize: '1.25rem', lineHeight: 1.3, fontWeight: 650 },
    h3: { fontSize: '1rem', lineHeight: 1.4, fontWeight: 650 },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.4 },
    button: { fontSize: '0.875rem', fontWeight: 600, textTransform: 'none' },
  },
  components: componentStyles,
});
