/** A switch with its label; read out as on or off. */
import Box from '@mui/material/Box';

interface OnOffProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function OnOff({ label, on, onChange }: OnOffProps) {
  return (
    <Box
      component="button"
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => onChange(!on)}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 3,
        minHeight: 36,
        p: 0,
        border: 0,
        bgcolor: 'transparent',
        color: 'text.primary',
        typography: 'body1',
        fontWeight: 600,
        cursor: 'pointer',
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 40,
          height: 24,
          p: '3px',
          border: 1,
          borderColor: on ? 'primary.main' : 'outline',
          borderRadius: 3,
          bgcolor: on ? 'primary.main' : 'background.paper',
        }}
      >
        <Box
          component="span"
          sx={{
            display: 'block',
            width: 16,
            height: 16,
            borderRadius: '50%',
            bgcolor: on ? 'primary.contrastText' : 'outline',
            transform: on ? 'translateX(16px)' : 'none',
          }}
        />
      </Box>
      {label}
    </Box>
  );
}
