/** A small icon button with an accessible name. Small enough for the header of every page. */
import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { AriaAttributes, MouseEvent, ReactNode } from 'react';

interface IconButtonProps extends Pick<
  AriaAttributes,
  'aria-expanded' | 'aria-haspopup' | 'aria-controls' | 'aria-pressed'
> {
  /** What the button does, as text. */
  label: string;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Called on hover or focus. */
  onPreload?: () => void;
  sx?: SxProps<Theme>;
  children: ReactNode;
}

export function IconButton({ label, onClick, onPreload, sx = {}, children, ...aria }: IconButtonProps) {
  return (
    <Box
      component="button"
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      {...aria}
      sx={
        [
          {
            display: 'inline-grid',
            placeItems: 'center',
            width: 40,
            height: 40,
            p: 0,
            border: 0,
            borderRadius: 1,
            color: 'text.primary',
            bgcolor: 'transparent',
            cursor: 'pointer',
            '&:hover': { bgcolor: 'background.sunk' },
          },
          ...(Array.isArray(sx) ? (sx as readonly SxProps<Theme>[]) : [sx]),
        ] as SxProps<Theme>
      }
    >
      {children}
    </Box>
  );
}
