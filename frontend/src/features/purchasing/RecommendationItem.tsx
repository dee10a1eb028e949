/** An item with its category and warehouse. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Recommendation } from './queries';

export function RecommendationItem({ row }: { row: Recommendation }) {
  return (
    <Box>
      {row.item}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <Box component="span" sx={{ textTransform: 'capitalize' }}>
          {row.category}
        </Box>
        , {row.location}
      </Typography>
    </Box>
  );
}
