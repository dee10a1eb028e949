/** Resizes columns: from the first change on, every column has the width that it had on the screen. */
import type { PointerEvent } from 'react';
import type { TableLayout } from './tableLayout';

/** In CSS pixels. */
const MIN_WIDTH = 64;

interface ColumnWidths {
  onResize: (id: string) => (event: PointerEvent<HTMLElement>) => void;
  onWiden: (id: string, by: number) => void;
}

export function useColumnWidths(
  container: HTMLElement | null,
  { widths }: TableLayout,
  onLayout: (change: Partial<TableLayout>) => void,
): ColumnWidths {
  const measure = (): Record<string, number> => {
    const headings = container?.querySelectorAll<HTMLElement>('th[data-column]') ?? [];
    return Object.fromEntries([...headings].map((each) => [each.dataset.column ?? '', each.offsetWidth]));
  };
  const widen = (before: Readonly<Record<string, number>>, id: string, by: number) =>
    onLayout({
      widths: { ...widths, ...before, [id]: Math.max(MIN_WIDTH, Math.round((before[id] ?? MIN_WIDTH) + by)) },
    });
  return {
    onWiden: (id, by) => widen(measure(), id, by),
    onResize: (id) => (start) => {
      start.preventDefault();
      const handle = start.currentTarget;
      const before = measure();
      const stop = new AbortController();
      const options = { signal: stop.signal };
      handle.setPointerCapture(start.pointerId);
      handle.addEventListener(
        'pointermove',
        (now: globalThis.PointerEvent) => widen(before, id, now.clientX - start.clientX),
        options,
      );
      handle.addEventListener('lostpointercapture', () => stop.abort(), options);
    },
  };
}
