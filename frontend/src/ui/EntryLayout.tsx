/** Centers the pages before an account: the form in a card, and beside it what Sprout is. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { t } from '@/messages/en/entry';
import { FieldPicture } from './FieldPicture';

export function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 480px)', md: 'minmax(0, 480px) minmax(0, 400px)' },
        justifyContent: 'center',
        alignItems: 'center',
        gap: { xs: 6, md: 16 },
        minHeight: { md: 'calc(100vh - 180px)' },
      }}
    >
      <Paper sx={{ p: { xs: 5, sm: 8 }, minWidth: 0 }}>{children}</Paper>
      <Box sx={{ display: 'grid', gap: 4, order: { md: 1 } }}>
        <FieldPicture />
        <Typography variant="h2" component="p">
          {t('whatSproutIs')}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('whatSproutDoes')}</Typography>
      </Box>
    </Box>
  );
}
