/** The page of a link that shows the figures of a view to people outside of the organization. */
import Box from '@mui/material/Box';
import { useLocation } from 'react-router-dom';
import { SharedFigures } from '@/features/metrics/SharedFigures';
import { readLinkToken } from '@/lib/linkToken';
import { SproutIcon } from '@/ui/icons';

export default function SharedView() {
  const token = readLinkToken(useLocation().hash) ?? '';
  return (
    <>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <Box aria-hidden="true" sx={{ color: 'primary.main', mb: 4 }}>
        <SproutIcon />
      </Box>
      <SharedFigures key={token} token={token} />
    </>
  );
}
