/** Something to do: what, how much money it is about, and where to do it. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { TextLink } from './TextLink';

interface TaskRowProps {
  title: string;
  /** Where to do it. */
  to: string;
  /** Formatted; undefined without an amount. */
  amount?: string | undefined;
  /** What is most important about it. */
  detail?: ReactNode;
}

export function TaskRow({ title, to, amount, detail }: TaskRowProps) {
  return (
    <Box component="li" sx={rowStyles}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <TextLink to={to}>{title}</TextLink>
        {detail !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {detail}
          </Typography>
        )}
      </Box>
      {amount !== undefined && (
        <Typography sx={{ fontSize: 20, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {amount}
        </Typography>
      )}
    </Box>
  );
}

const rowStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 4,
  rowGap: 1,
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0, pt: 0 },
};
