/**
 * Reserves the height that a part of a page had when it was last seen, so that what is below it doesn't move
 * while it loads, and no space stays empty afterwards.
 */
import { useEffect, useMemo, useState } from 'react';

/** The height is remembered once it stays the same for this time. */
const STABLE_MS = 1_500;

interface RememberedHeight {
  /** In CSS pixels. */
  reserved: number;
  /** For the element whose height is remembered. */
  measure: (element: HTMLElement | null) => void;
}

/** `initial` is reserved until the height is known. */
export function useRememberedHeight(name: string, initial: number): RememberedHeight {
  const [element, measure] = useState<HTMLElement | null>(null);
  const key = `sprout-height-${name}`;
  // What is on the screen keeps its place: a new height counts from the next visit on.
  const reserved = useMemo(() => Number(localStorage.getItem(key)) || initial, [key, initial]);
  useEffect(() => {
    if (!element || typeof ResizeObserver === 'undefined') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (element.offsetHeight > 0) localStorage.setItem(key, String(element.offsetHeight));
      }, STABLE_MS);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element, key]);
  return { reserved, measure };
}
