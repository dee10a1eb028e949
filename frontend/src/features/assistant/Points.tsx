/** A short list under its own heading, or nothing where there is nothing to list. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface PointsProps {
  heading: string;
  points: readonly string[];
}

export function Points({ heading, points }: PointsProps) {
  const id = useId();
  if (points.length === 0) return null;
  return (
    <Box sx={{ mt: 4 }}>
      <Typography id={id} component="h3" variant="body1" sx={{ fontWeight: 650, mb: 1 }}>
        {heading}
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ m: 0, pl: 5, display: 'grid', gap: 1 }}>
        {points.map((point, place) => (
          <Typography key={place} component="li" sx={{ '&::marker': { color: 'primary.main' } }}>
            {point}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
