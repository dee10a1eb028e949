/** Holds the place of a chart at its final height, and draws it once it comes near the view or the page is printed. */
import Box from '@mui/material/Box';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Waiting } from '@/ui/Waiting';
import { PlotBoundary } from './PlotBoundary';

/** Starts loading this far below the view, in CSS pixels. */
const AHEAD = 200;

interface ChartSpaceProps {
  label: string;
  /** In CSS pixels. */
  height: number;
  children: ReactNode;
}

export function ChartSpace({ label, height, children }: ChartSpaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined');

  useEffect(() => {
    if (near || place.current === null) return;
    const draw = () => setNear(true);
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && draw(), {
      rootMargin: `${String(AHEAD)}px`,
    });
    watch.observe(place.current);
    window.addEventListener('beforeprint', draw);
    return () => {
      watch.disconnect();
      window.removeEventListener('beforeprint', draw);
    };
  }, [near]);

  const waiting = <Waiting label={`${label} is loading`} height={height} />;
  return (
    <Box ref={place} sx={{ height, minWidth: 0 }}>
      {near ? (
        <PlotBoundary>
          <Suspense fallback={waiting}>{children}</Suspense>
        </PlotBoundary>
      ) : (
        waiting
      )}
    </Box>
  );
}
