/** A small square button with an icon and a spoken name; light enough for the header of every page. */
import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { AriaAttributes, MouseEvent, ReactNode } from 'react';

interface IconControlProps extends Pick<
  AriaAttributes,
  'aria-expanded' | 'aria-haspopup' | 'aria-controls' | 'aria-pressed'
> {
  /** What the button does, in words. */
  label: string;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Called when the pointer or the keyboard comes near. */
  onApproach?: () => void;
  sx?: SxProps<Theme>;
  children: ReactNode;
}

export function IconControl({ label, onClick, onApproach, sx = {}, children, ...aria }: IconControlProps) {
  return (
    <Box
      component="button"
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      onPointerEnter={onApproach}
      onFocus={onApproach}
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
