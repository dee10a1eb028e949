/** Keeps only the rows in the document that are near the visible part of a box, a dialog or the page. */
import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { Fragment, useLayoutEffect, useState, type ReactNode } from 'react';

/** Rows kept above and below the visible part, so that fast scrolling shows no gaps: fewer if they are high. */
const findOverscan = (rowHeight: number): number => Math.min(6, Math.max(2, Math.ceil(900 / rowHeight)));
/** Rows that stay in the document although they are out of sight: what was typed there is not lost. */
const KEPT_ROWS = '[data-index]:is(:focus-within, :has(form))';

export type Measure = (element: HTMLElement | null) => void;

interface VirtualRowsProps {
  /** The element around the rows. */
  container: HTMLElement;
  /** The container scrolls. Otherwise the dialog or page around it does. */
  scrolls: boolean;
  keys: readonly string[];
  /** Height of a row before it is measured, in CSS pixels. */
  rowHeight: number;
  renderRow: (index: number, measure: Measure) => ReactNode;
  renderSpace: (height: number) => ReactNode;
}

export function VirtualRows(props: VirtualRowsProps) {
  const { container, scrolls } = props;
  const dialog = scrolls ? null : container.closest('dialog');
  if (scrolls) return <RowsInBox {...props} box={container} offset={0} />;
  return dialog ? <RowsInDialog {...props} dialog={dialog} /> : <RowsInPage {...props} />;
}

function RowsInDialog({ dialog, ...props }: VirtualRowsProps & { dialog: HTMLElement }) {
  return <RowsInBox {...props} box={dialog} offset={useOffset(props.container, dialog)} />;
}

interface RowsInBoxProps extends VirtualRowsProps {
  box: HTMLElement;
  /** Where in the box the rows begin, in CSS pixels. */
  offset: number;
}

function RowsInBox({ box, offset, ...props }: RowsInBoxProps) {
  // eslint-disable-next-line react-hooks/incompatible-library -- The compiler is not in use.
  const rows = useVirtualizer({ ...rowOptions(props), getScrollElement: () => box, scrollMargin: offset });
  return <NearRows {...props} rows={rows} offset={offset} />;
}

function RowsInPage(props: VirtualRowsProps) {
  const offset = useOffset(props.container, null);
  const rows = useWindowVirtualizer({ ...rowOptions(props), scrollMargin: offset });
  return <NearRows {...props} rows={rows} offset={offset} />;
}

function rowOptions({ container, keys, rowHeight }: VirtualRowsProps) {
  return {
    count: keys.length,
    estimateSize: () => rowHeight,
    getItemKey: (index: number) => keys[index] ?? index,
    overscan: findOverscan(rowHeight),
    rangeExtractor: (range: Range) => {
      const kept = [...container.querySelectorAll<HTMLElement>(KEPT_ROWS)].map(({ dataset }) =>
        Number(dataset.index),
      );
      const near = defaultRangeExtractor(range);
      return [...new Set([...near, ...kept.filter((index) => index < range.count)])].sort((a, b) => a - b);
    },
  };
}

interface NearRowsProps extends VirtualRowsProps {
  rows: Pick<Virtualizer<Window, Element>, 'getVirtualItems' | 'getTotalSize' | 'measureElement'>;
  offset: number;
}

function NearRows({ rows, offset, renderRow, renderSpace }: NearRowsProps) {
  const near = rows.getVirtualItems();
  return (
    <>
      {near.map(({ key, index, start }, place) => {
        const space = start - (near[place - 1]?.end ?? offset);
        return (
          <Fragment key={key}>
            {(space > 0 || place === 0) && renderSpace(space)}
            {renderRow(index, rows.measureElement)}
          </Fragment>
        );
      })}
      {renderSpace(rows.getTotalSize() + offset - (near.at(-1)?.end ?? offset))}
    </>
  );
}

/** How far below the top of the page or dialog an element begins, in CSS pixels. */
function useOffset(element: HTMLElement, dialog: HTMLElement | null): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const update = () => {
      const { top } = element.getBoundingClientRect();
      setOffset(
        Math.round(
          dialog ? top - dialog.getBoundingClientRect().top + dialog.scrollTop : top + window.scrollY,
        ),
      );
    };
    update();
    if (typeof ResizeObserver === 'undefined') return;
    // What is above the rows may grow and shrink.
    const observer = new ResizeObserver(update);
    observer.observe(dialog?.firstElementChild ?? document.body);
    return () => observer.disconnect();
  }, [element, dialog]);
  return offset;
}
