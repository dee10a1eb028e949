/** Makes the whole card around it a link to the question of its figure. The card is positioned. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { t } from '@/messages/en/explore_links';

interface ExploreLinkProps {
  to: string;
  /** The name of the figure. */
  label: string;
  children?: ReactNode;
}

export function ExploreLink({ to, label, children }: ExploreLinkProps) {
  return (
    <Box
      component={Link}
      to={to}
      aria-label={t('openInExplore', { label })}
      sx={{
        display: 'block',
        '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
        '&:hover::after': { border: 1, borderColor: 'primary.main', borderRadius: 1 },
        '@media print': { '&::after': { display: 'none' } },
      }}
    >
      {children}
    </Box>
  );
}
