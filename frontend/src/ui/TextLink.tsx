/** A link to another page of the app inside running text. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { textLinkStyle } from './textLinkStyle';

export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Box component={Link} to={to} sx={textLinkStyle}>
      {children}
    </Box>
  );
}
