/** A status as text, with a dot and a frame in its color. */
import Box from '@mui/material/Box';

export type Tone = 'green' | 'yellow' | 'red' | 'blue' | 'grey';

const TONE_COLORS: Record<Tone, string> = {
  green: 'success.main',
  yellow: 'caution',
  red: 'error.main',
  blue: 'info.main',
  grey: 'outline',
};

export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Box
      component="span"
      data-tone={tone}
      sx={{
        position: 'relative',
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.5,
        flexShrink: 0,
        px: 2,
        border: 1,
        borderColor: TONE_COLORS[tone],
        borderRadius: 0.6,
        overflow: 'hidden',
        typography: 'body2',
        fontWeight: 600,
        color: 'text.primary',
        whiteSpace: 'nowrap',
        // Color is redundant with the text.
        '&::before': {
          content: '""',
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: TONE_COLORS[tone],
          printColorAdjust: 'exact',
        },
        '&::after': {
          content: '""',
          position: 'absolute',
          inset: 0,
          bgcolor: TONE_COLORS[tone],
          opacity: 0.12,
        },
      }}
    >
      {children}
    </Box>
  );
}
