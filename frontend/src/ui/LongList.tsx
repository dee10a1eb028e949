/** A list of cards, of which only those near the visible part are in the document once it is long. */
import Box from '@mui/material/Box';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { MAX_PLAIN_CARDS, MAX_PRINTED_ROWS } from './table/rowLimits';
import { usePrinting } from './table/usePrinting';

const VirtualRows = lazy(async () => ({ default: (await import('./table/VirtualRows')).VirtualRows }));

interface LongListProps<Item> {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  /** Height of a card before it is measured, in CSS pixels. */
  itemHeight: number;
  /** Space below each card, in theme units. */
  gap: number;
  render: (item: Item) => ReactNode;
}

export function LongList<Item>({ label, items, itemKey, itemHeight, gap, render }: LongListProps<Item>) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const printing = usePrinting();
  const isLong = items.length > MAX_PLAIN_CARDS && !printing;
  const shown = printing ? items.slice(0, MAX_PRINTED_ROWS) : items;
  return (
    <Box
      component="ul"
      ref={setContainer}
      aria-label={label}
      // The space below the last card is not part of the list.
      sx={{ listStyle: 'none', p: 0, m: 0, mb: -gap }}
    >
      {!isLong &&
        shown.map((item) => (
          <Box component="li" key={itemKey(item)} sx={{ pb: gap }}>
            {render(item)}
          </Box>
        ))}
      {isLong && container && (
        <Suspense>
          <VirtualRows
            container={container}
            scrolls={false}
            keys={items.map(itemKey)}
            rowHeight={itemHeight}
            renderRow={(index, measure) => {
              const item = items[index];
              return (
                item && (
                  <Box component="li" ref={measure} data-index={index} sx={{ pb: gap }}>
                    {render(item)}
                  </Box>
                )
              );
            }}
            renderSpace={(height) => <li aria-hidden style={{ height }} />}
          />
        </Suspense>
      )}
    </Box>
  );
}
