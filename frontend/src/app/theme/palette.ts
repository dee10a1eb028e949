/** Turns one column of the token table into a MUI palette. */
import type { PaletteOptions } from '@mui/material/styles';
import type { SchemeTokens } from './tokens';

export function buildPalette(token: SchemeTokens): PaletteOptions {
  const solid = (main: string) => ({ main, light: main, dark: main, contrastText: token.card });
  return {
    primary: {
      main: token.primary,
      light: token.primary,
      dark: token.primary,
      contrastText: token.onPrimary,
    },
    accent: {
      main: token.accent,
      light: token.accentFill,
      dark: token.accent,
      wash: token.accentWash,
      contrastText: token.onAccent,
    },
    success: solid(token.success),
    warning: solid(token.warning),
    error: solid(token.error),
    info: solid(token.info),
    text: { primary: token.ink, secondary: token.inkMuted, disabled: token.inkMuted },
    background: { default: token.page, paper: token.card, sunk: token.sunk },
    chart: {
      amber: token.chartAmber,
      green: token.chartGreen,
      ochre: token.chartOchre,
      slate: token.chartSlate,
      plum: token.chartPlum,
      teal: token.chartTeal,
    },
    divider: token.line,
    outline: token.outline,
    caution: token.yellow,
  };
}
