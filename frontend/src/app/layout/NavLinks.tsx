/** The four links. The link of the open screen is marked, under any of its aliases. */
import Box from '@mui/material/Box';
import { Link, useLocation } from 'react-router-dom';
import { findRoute } from '../routes';
import { headerLinks, type HeaderLink } from './headerLinks';

interface NavLinksProps {
  /** Called when a link was chosen. */
  onChoose?: () => void;
}

export function NavLinks({ onChoose }: NavLinksProps) {
  const { pathname } = useLocation();
  const open = findRoute(pathname);
  return headerLinks.map((link) => (
    <NavLink key={link.to} link={link} active={open.paths.includes(link.to)} onChoose={onChoose} />
  ));
}

interface NavLinkProps {
  link: HeaderLink;
  active: boolean;
  onChoose: (() => void) | undefined;
}

function NavLink({ link, active, onChoose }: NavLinkProps) {
  const tone = link.featured ? 'accent.main' : active ? 'primary.main' : 'text.primary';
  return (
    <Box
      component={Link}
      to={link.to}
      onClick={onChoose}
      aria-current={active ? 'page' : undefined}
      sx={{
        color: tone,
        bgcolor: link.featured ? 'accent.wash' : 'transparent',
        borderRadius: 1,
        // A straight line, which a border would bend at its ends.
        ...(active && {
          backgroundImage: 'linear-gradient(currentColor, currentColor)',
          backgroundSize: '100% 2px',
          backgroundPosition: '0 100%',
          backgroundRepeat: 'no-repeat',
          borderBottomLeftRadius: 0,
          borderBottomRightRadius: 0,
        }),
        px: 3,
        py: 2,
        typography: 'button',
        fontWeight: active ? 700 : 600,
        textDecoration: 'none',
        '&:hover': { bgcolor: link.featured ? 'accent.wash' : 'background.sunk' },
      }}
    >
      {link.label}
    </Box>
  );
}
