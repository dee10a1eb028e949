/** Reserves a chart's final height, and draws it when it nears the viewport or the page is printed. */
import Box from '@mui/material/Box';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { t } from '@/messages/en/ui_charts';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { PlotErrorBoundary } from './PlotErrorBoundary';

/** Distance below the viewport at which loading starts, in CSS pixels. */
const PRELOAD_MARGIN = 200;
/** When a page is idle, in browsers that don't say so. */
const IDLE_AFTER_MS = 3000;

interface LazyChartProps {
  label: string;
  /** In CSS pixels. */
  height: number;
  /** Loads the plotting code, which a print can't wait for. */
  preload: () => Promise<void>;
  children: ReactNode;
}

/** Runs `task` when the browser has nothing else to do. Returns a function that cancels it. */
function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task);
  return () => cancelIdleCallback(handle);
}

export function LazyChart({ label, height, preload, children }: LazyChartProps) {
  const index = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined');

  useEffect(() => {
    if (near || index.current === null) return;
    const draw = () => setNear(true);
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && draw(), {
      rootMargin: `${String(PRELOAD_MARGIN)}px`,
    });
    watch.observe(index.current);
    // The browser prints what is in the document when the event ends.
    const drawNow = () => flushSync(draw);
    window.addEventListener('beforeprint', drawNow);
    const cancelPreload = whenIdle(() => void preload().catch(() => undefined));
    return () => {
      watch.disconnect();
      window.removeEventListener('beforeprint', drawNow);
      cancelPreload();
    };
  }, [near, preload]);

  const waiting = <LoadingPlaceholder label={t('isLoading', { label })} height={height} />;
  return (
    <Box ref={index} sx={{ height, minWidth: 0 }}>
      {near ? (
        <PlotErrorBoundary>
          <Suspense fallback={waiting}>{children}</Suspense>
        </PlotErrorBoundary>
      ) : (
        waiting
      )}
    </Box>
  );
}
