/** MUI component styles, grouped by component family. */
import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { LANDSCAPE } from '@/ui/printedPage';
import { typefaceRule } from './typeface';

type ComponentStyles = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

const page: ComponentStyles = {
  MuiCssBaseline: {
    styleOverrides: ({ vars }) => ({
      '@font-face': typefaceRule,
      html: { scrollPaddingTop: 72 },
      body: { fontSize: '0.875rem', overflowWrap: 'anywhere' },
      ':focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animation: 'none !important',
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
      },
      '@media print': {
        '@page': { margin: '14mm' },
        [`@page ${LANDSCAPE}`]: { size: 'landscape' },
        '.screen-only': { display: 'none !important' },
        body: { backgroundColor: 'transparent' },
      },
    }),
  },
};

const surfaces: ComponentStyles = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: ({ theme }) => ({ border: `1px solid ${theme.vars.palette.divider}`, backgroundImage: 'none' }),
    },
  },
};

const controls: ComponentStyles = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: { root: { borderRadius: 8, minHeight: 36, whiteSpace: 'nowrap' } },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({ backgroundColor: theme.vars.palette.background.paper, borderRadius: 8 }),
      input: { padding: '10px 12px' },
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.outline }),
    },
  },
};

const data: ComponentStyles = {
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '8px 12px',
        fontSize: '0.875rem',
        borderBottomColor: theme.vars.palette.divider,
        textAlign: 'start',
        '&.MuiTableCell-alignRight': { textAlign: 'end' },
        // The first and the last of a row: of cells and row headers together.
        '&:not(* + *)': { paddingInlineStart: 0 },
        '&:not(:has(+ *))': { paddingInlineEnd: 0 },
      }),
      head: ({ theme }) => ({
        color: theme.vars.palette.text.secondary,
        fontSize: '0.8125rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        backgroundColor: theme.vars.palette.background.paper,
      }),
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: ({ theme }) => ({ height: 8, borderRadius: 4, backgroundColor: theme.vars.palette.divider }),
    },
  },
};

export const componentStyles: ComponentStyles = { ...page, ...surfaces, ...controls, ...data };
