/** The head of every page: title, purpose, badges, and actions at the right. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Height reserved for badges that load later, in CSS pixels, so that nothing shifts. */
const BADGE_HEIGHT = 22;

interface PageHeaderProps {
  title: string;
  subtitle: string;
  badges?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, subtitle, badges, actions }: PageHeaderProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 2, alignItems: 'flex-end', mb: 6 }}>
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <Typography variant="h1">{title}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>{subtitle}</Typography>
      </Box>
      {actions !== undefined && (
        <Box className="screen-only" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {actions}
        </Box>
      )}
      {badges !== undefined && (
        // A row of their own, as wide as the page: in a narrow one they wrap while they load.
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, flexBasis: '100%', minHeight: BADGE_HEIGHT }}>
          {badges}
        </Box>
      )}
    </Box>
  );
}
