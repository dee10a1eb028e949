/** The page of a link with which a supplier answers an order. */
import Box from '@mui/material/Box';
import { useLocation } from 'react-router-dom';
import { OrderAnswer } from '@/features/purchasing/OrderAnswer';
import { readLinkToken } from '@/lib/linkToken';
import { SproutIcon } from '@/ui/icons';

export default function AcknowledgeOrder() {
  const token = readLinkToken(useLocation().hash) ?? '';
  return (
    <>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <Box aria-hidden="true" sx={{ color: 'primary.main', mb: 4 }}>
        <SproutIcon />
      </Box>
      <OrderAnswer key={token} token={token} />
    </>
  );
}
