/** Keeps only the rows in the document that are near the visible part of a scrolling box. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode } from 'react';

/** Rows kept above and below the visible part, so that fast scrolling shows no gaps. */
const OVERSCAN = 6;

export type Measure = (element: HTMLElement | null) => void;

interface VirtualRowsProps {
  container: HTMLElement;
  keys: readonly string[];
  /** Height of a row before it is measured, in CSS pixels. */
  rowHeight: number;
  renderRow: (index: number, measure: Measure) => ReactNode;
  renderSpace: (height: number) => ReactNode;
}

export function VirtualRows({ container, keys, rowHeight, renderRow, renderSpace }: VirtualRowsProps) {
  // eslint-disable-next-line react-hooks/incompatible-library -- The compiler is not in use.
  const rows = useVirtualizer({
    count: keys.length,
    getScrollElement: () => container,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan: OVERSCAN,
  });
  const near = rows.getVirtualItems();
  return (
    <>
      {renderSpace(near[0]?.start ?? 0)}
      {near.map(({ key, index }) => (
        <Fragment key={key}>{renderRow(index, rows.measureElement)}</Fragment>
      ))}
      {renderSpace(rows.getTotalSize() - (near.at(-1)?.end ?? 0))}
    </>
  );
}
