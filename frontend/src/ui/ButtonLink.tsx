/** A link to another page of the app that looks like a button. */
import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface ButtonLinkProps {
  to: string;
  variant?: NonNullable<ButtonProps['variant']>;
  color?: NonNullable<ButtonProps['color']>;
  size?: NonNullable<ButtonProps['size']>;
  children: ReactNode;
}

export function ButtonLink({
  to,
  variant = 'outlined',
  color = 'primary',
  size = 'medium',
  children,
}: ButtonLinkProps) {
  return (
    <Button component={Link} to={to} variant={variant} color={color} size={size}>
      {children}
    </Button>
  );
}
