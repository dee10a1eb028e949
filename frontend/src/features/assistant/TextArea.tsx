/** A multi-line text input that grows with its text where the browser supports it. */
import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ComponentProps } from 'react';

interface TextAreaProps extends ComponentProps<'textarea'> {
  sx?: SxProps<Theme>;
}

export function TextArea({ sx = {}, ...given }: TextAreaProps) {
  return (
    <Box
      component="textarea"
      {...given}
      sx={
        [
          {
            display: 'block',
            width: '100%',
            px: 3,
            py: 2,
            border: 1,
            borderColor: 'outline',
            borderRadius: 0.8,
            resize: 'none',
            // Phones zoom in on inputs with a smaller font.
            fontSize: '1rem',
            lineHeight: 1.4,
            fontFamily: 'inherit',
            color: 'text.primary',
            bgcolor: 'background.paper',
            fieldSizing: 'content',
            maxHeight: 180,
          },
          ...(Array.isArray(sx) ? (sx as readonly SxProps<Theme>[]) : [sx]),
        ] as SxProps<Theme>
      }
    />
  );
}
