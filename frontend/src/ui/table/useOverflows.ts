/** Whether an element is narrower than what it contains, so that it scrolls sideways. */
import { useCallback, useSyncExternalStore } from 'react';

export function useOverflows(element: HTMLElement | null): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      window.addEventListener('resize', notify);
      // Fonts and later rows change the width too.
      const timer = setInterval(notify, 1000);
      return () => {
        window.removeEventListener('resize', notify);
        clearInterval(timer);
      };
    },
    [],
  );
  return useSyncExternalStore(subscribe, () => element !== null && element.scrollWidth > element.clientWidth);
}
