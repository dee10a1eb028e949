/** Providers of every page: theme and query cache. */
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SCHEME_STORAGE_KEY } from './theme/initialColorScheme';
import { theme } from './theme/theme';

export function Providers({ cache, children }: { cache: QueryClient; children: ReactNode }) {
  return (
    <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={SCHEME_STORAGE_KEY}>
      <CssBaseline enableColorScheme />
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    </ThemeProvider>
  );
}
