/** Reserves a chart's final height, and draws it when it nears the viewport or the page is printed. */
import Box from '@mui/material/Box';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '@/messages/en/ui_charts';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { PlotErrorBoundary } from './PlotErrorBoundary';

/** Distance below the viewport at which loading starts, in CSS pixels. */
const PRELOAD_MARGIN = 200;

interface LazyChartProps {
  label: string;
  /** In CSS pixels. */
  height: number;
  children: ReactNode;
}

export function LazyChart({ label, height, children }: LazyChartProps) {
  const index = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined');

  useEffect(() => {
    if (near || index.current === null) return;
    const draw = () => setNear(true);
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && draw(), {
      rootMargin: `${String(PRELOAD_MARGIN)}px`,
    });
    watch.observe(index.current);
    window.addEventListener('beforeprint', draw);
    return () => {
      watch.disconnect();
      window.removeEventListener('beforeprint', draw);
    };
  }, [near]);

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
