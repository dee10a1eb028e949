/** A short list with a heading. Renders nothing if the list is empty. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface BulletListProps {
  heading: string;
  items: readonly string[];
}

export function BulletList({ heading, items }: BulletListProps) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <Box sx={{ mt: 4 }}>
      <Typography id={id} component="h3" variant="body1" sx={{ fontWeight: 650, mb: 1 }}>
        {heading}
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ m: 0, paddingInlineStart: 5, display: 'grid', gap: 1 }}>
        {items.map((point, index) => (
          <Typography key={index} component="li" sx={{ '&::marker': { color: 'primary.main' } }}>
            {point}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
