/**
 * Whether the window is narrower than a theme breakpoint, or than so many CSS pixels. Implemented here because MUI's own hook is much
 * larger.
 */
import { useTheme } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';

export function useIsNarrow(breakpoint: 'sm' | 'md' | number): boolean {
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
