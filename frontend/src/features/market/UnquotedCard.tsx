/** The place of a commodity that nobody quotes, with the way to get its prices. */
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { paths } from '@/lib/paths';
import { TextLink } from '@/ui/TextLink';

export function UnquotedCard({ name }: { name: string }) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: 5, minWidth: 0, bgcolor: 'background.sunk' }}>
      <Typography id={id} component="h2" variant="h3">
        {name}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        No quotes yet. Add its prices to market_prices and <TextLink to={paths.dataSync}>sync</TextLink>.
      </Typography>
    </Paper>
  );
}
