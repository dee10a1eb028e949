/** An item with its category and warehouse. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { RecordLink } from '@/ui/RecordLink';
import type { Recommendation } from './queries';

export function RecommendationItem({ row, linked }: { row: Recommendation; linked: boolean }) {
  return (
    <Box>
      <RecordLink kind="item" id={row.itemId} name={row.item} linked={linked} />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        <Box component="span" sx={{ textTransform: 'capitalize' }}>
          {row.category}
        </Box>
        , <RecordLink kind="location" id={row.location} linked={linked} />
      </Typography>
    </Box>
  );
}
