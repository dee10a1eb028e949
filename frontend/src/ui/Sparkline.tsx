/** The course of a figure as a small line, without axes. The figure beside it says how much. */
import Box from '@mui/material/Box';

const WIDTH = 120;
const HEIGHT = 28;
/** Keeps the line's ends inside the picture. */
const INSET = 2;

export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest || 1;
  const points = values.map((value, index) => {
    const x = INSET + (index * (WIDTH - 2 * INSET)) / (values.length - 1);
    const y = HEIGHT - INSET - ((value - lowest) * (HEIGHT - 2 * INSET)) / range;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      sx={{ display: 'block', width: '100%', maxWidth: WIDTH, height: HEIGHT, color: 'primary.main' }}
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </Box>
  );
}
