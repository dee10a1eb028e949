/** A labeled switch, announced as on or off. */
import Box from '@mui/material/Box';

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <Box
      component="button"
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
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
          borderColor: checked ? 'primary.main' : 'outline',
          borderRadius: 3,
          bgcolor: checked ? 'primary.main' : 'background.paper',
        }}
      >
        <Box
          component="span"
          sx={{
            display: 'block',
            width: 16,
            height: 16,
            borderRadius: '50%',
            bgcolor: checked ? 'primary.contrastText' : 'outline',
            marginInlineStart: checked ? '16px' : 0,
          }}
        />
      </Box>
      {label}
    </Box>
  );
}
