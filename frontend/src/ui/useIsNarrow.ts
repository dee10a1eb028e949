/** Whether the window is narrower than a breakpoint of the theme. A few lines of our own: the library's are four times those of a table. */
import { useTheme } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';

export function useIsNarrow(breakpoint: 'sm' | 'md'): boolean {
  const media = useTheme().breakpoints.down(breakpoint).replace('@media ', '');
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia?.(media);
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    },
    () => window.matchMedia?.(media).matches ?? false,
  );
}
