/** The card of a commodity without prices. */
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/market';
import { TextLink } from '@/ui/TextLink';

export function UnquotedCard({ name }: { name: string }) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: 5, minWidth: 0, bgcolor: 'background.sunk' }}>
      <Typography id={id} component="h2" variant="h3">
        {name}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {t.rich('noPricesYetAddAndSync', { link: <TextLink to={paths.dataSync}>{t('sync')}</TextLink> })}
      </Typography>
    </Paper>
  );
}
