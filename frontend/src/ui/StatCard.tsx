/** One figure with its name, unit and change. A figure always has a unit. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface Trend {
  isUp: boolean;
  /** Undefined where neither direction is good. */
  isGood?: boolean | undefined;
}

interface StatCardProps {
  label: string;
  /** The figure, already formatted. */
  value: string;
  /** A long figure in short form. The exact one replaces it under the pointer, on focus and in print. */
  short?: string | undefined;
  /** The unit, for example `per order`. */
  unit: string;
  /** Change with sign and period. Omitted if there is nothing to compare with. */
  change?: string | undefined;
  /** The direction of the change, and whether it is good. Shown by an arrow and a color. */
  trend?: Trend | undefined;
  /** The course of the figure, at the bottom of the card. */
  course?: ReactNode;
  badges?: ReactNode;
}

/** Width of a card in percent, times the characters that fit at a font size of 1% of it. */
const CARD_CHARACTERS_CQI = 140;

/** Figures are larger and lighter than headings. */
const FIGURE_SIZE = '2rem';
const FIGURE_HEIGHT = '2.5rem';

const outOfSight = { position: 'absolute', width: '1px', overflow: 'hidden', clipPath: 'inset(50%)' };
const shortStyles = {
  '@media screen': {
    '&:not(:hover, :focus-within) .exact': outOfSight,
    '&:hover .short, &:focus-within .short': outOfSight,
  },
  '@media print': { '& .short': { display: 'none' } },
};

export function StatCard({ label, value, short, unit, change, trend, course, badges }: StatCardProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      sx={{
        p: 5,
        minWidth: 0,
        minHeight: 136,
        position: 'relative',
        containerType: 'inline-size',
        ...(short !== undefined && shortStyles),
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, flexWrap: 'wrap' }}>
        <Typography id={id} component="h2" variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
          {label}
        </Typography>
        {badges}
      </Box>
      <Typography
        component="p"
        variant="h1"
        sx={{
          mt: 2,
          fontVariantNumeric: 'tabular-nums',
          height: FIGURE_HEIGHT,
          lineHeight: FIGURE_HEIGHT,
          fontSize: FIGURE_SIZE,
          fontWeight: 600,
          // A long amount becomes smaller rather than broken.
          '& .exact': {
            fontSize: `min(${FIGURE_SIZE}, ${String(Math.round(CARD_CHARACTERS_CQI / value.length))}cqi)`,
          },
          whiteSpace: 'nowrap',
        }}
      >
        {short !== undefined && (
          <Box component="span" aria-hidden className="short">
            {short}
          </Box>
        )}
        <Box component="span" className="exact">
          {value}
        </Box>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {unit}
      </Typography>
      {change !== undefined && (
        <Typography
          variant="body2"
          sx={{ mt: 1, fontVariantNumeric: 'tabular-nums', ...(trend && trendStyles(trend)) }}
        >
          {change}
        </Typography>
      )}
      {course}
    </Paper>
  );
}

function trendStyles({ isUp, isGood }: Trend) {
  return {
    ...(isGood !== undefined && { color: isGood ? 'success.main' : 'error.main' }),
    // The sign of the change says the same, so screen readers skip the arrow.
    '&::before': { content: isUp ? '"▲ " / ""' : '"▼ " / ""' },
  };
}
