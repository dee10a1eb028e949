/** Whether an element is narrower than what it contains, so that it scrolls sideways. */
import { useCallback, useSyncExternalStore } from 'react';

export function useOverflows(element: HTMLElement | null): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      if (!element || typeof ResizeObserver === 'undefined') return () => undefined;
      const observer = new ResizeObserver(notify);
      observer.observe(element);
      // The content grows when fonts and later rows arrive.
      for (const child of element.children) observer.observe(child);
      return () => observer.disconnect();
    },
    [element],
  );
  return useSyncExternalStore(subscribe, () => element !== null && element.scrollWidth > element.clientWidth);
}
