/** Palette colors that we add to MUI's own. */
import '@mui/material/styles';

interface Accent {
  main: string;
  light: string;
  dark: string;
  wash: string;
  contrastText: string;
}

/** The hues of charts. */
interface ChartHues {
  amber: string;
  green: string;
  ochre: string;
  slate: string;
  plum: string;
  teal: string;
}

declare module '@mui/material/styles' {
  interface Palette {
    accent: Accent;
    chart: ChartHues;
    outline: string;
    /** Yellow, for frames and dots only. Text on it or next to it uses the regular text color. */
    caution: string;
  }
  interface PaletteOptions {
    accent: Accent;
    chart: ChartHues;
    outline: string;
    /** Yellow, for frames and dots only. Text on it or next to it uses the regular text color. */
    caution: string;
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
