/** A button for the layout: looks like the others, with much less code. */
import Box from '@mui/material/Box';

interface LightButtonProps {
  onClick: () => void;
  children: string;
}

export function LightButton({ onClick, children }: LightButtonProps) {
  return (
    <Box
      component="button"
      type="button"
      onClick={onClick}
      sx={{
        px: 4,
        minHeight: 36,
        border: 1,
        borderRadius: 1,
        typography: 'button',
        color: 'primary.main',
        bgcolor: 'background.paper',
        cursor: 'pointer',
      }}
    >
      {children}
    </Box>
  );
}
