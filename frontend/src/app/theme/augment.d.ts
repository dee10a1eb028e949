/** The names that our palette has beyond MUI's own. */
import '@mui/material/styles';

interface Accent {
  main: string;
  light: string;
  dark: string;
  wash: string;
  contrastText: string;
}

declare module '@mui/material/styles' {
  interface Palette {
    accent: Accent;
    outline: string;
  }
  interface PaletteOptions {
    accent: Accent;
    outline: string;
  }
  interface TypeBackground {
    sunk: string;
  }
}

declare module '@mui/material/Button' {
  interface ButtonPropsColorOverrides {
    accent: true;
  }
}
