/** The brand, which links to the home page. */
import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/shell';
import { SproutIcon } from '@/ui/icons';

export function Brand({ onChoose }: { onChoose: () => void }) {
  return (
    <Box
      component={Link}
      to={paths.dashboard}
      onClick={onChoose}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 2,
        py: 2,
        color: 'primary.main',
        textDecoration: 'none',
        fontSize: '1.25rem',
        fontWeight: 700,
        letterSpacing: '-0.01em',
        whiteSpace: 'nowrap',
      }}
    >
      <SproutIcon />
      {t('sprout')}
    </Box>
  );
}
