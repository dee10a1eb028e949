/** The first Tab stop: skips the header and moves focus to the page. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/shell';

export function SkipLink({ to }: { to: string }) {
  return (
    <Box
      component="a"
      href={`#${to}`}
      sx={{
        position: 'absolute',
        insetInlineStart: 8,
        top: -80,
        zIndex: 'tooltip',
        px: 4,
        py: 2,
        bgcolor: 'background.paper',
        color: 'primary.main',
        border: 1,
        borderRadius: 1,
        '&:focus': { top: 8 },
      }}
    >
      {t('skipToContent')}
    </Box>
  );
}
