/** Whether an element is narrower than what it contains, so that it scrolls sideways. */
import { useEffect, useState } from 'react';

export function useOverflows(element: HTMLElement | null): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    if (!element || typeof ResizeObserver === 'undefined') return;
    // Called once the browser knows the sizes: asking earlier makes it lay out the page twice.
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    // The content grows when fonts and later rows arrive.
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [element]);
  return overflows;
}
