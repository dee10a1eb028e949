/** A short label in a thin frame, next to a title or a figure. */
import Box from '@mui/material/Box';

interface BadgeProps {
  tone?: 'plain' | 'info' | 'warning';
  children: string;
}

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        px: 2,
        border: 1,
        borderColor: tone === 'plain' ? 'outline' : `${tone}.main`,
        borderRadius: 0.6,
        typography: 'body2',
        fontWeight: 600,
        color: tone === 'plain' ? 'text.secondary' : `${tone}.main`,
      }}
    >
      {children}
    </Box>
  );
}
