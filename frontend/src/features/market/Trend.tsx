/** A trend as text with an arrow. */
import Box from '@mui/material/Box';
import { translateWord } from '@/lib/translate';
import { ArrowDownIcon, ArrowRightIcon, ArrowUpIcon } from '@/ui/arrowIcons';

export function Trend({ trend }: { trend: string }) {
  const Icon = trend === 'rising' ? ArrowUpIcon : trend === 'falling' ? ArrowDownIcon : ArrowRightIcon;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Icon aria-hidden sx={{ fontSize: 14 }} />
      {translateWord(trend)}
    </Box>
  );
}
