/** The menu of the pages that the header has no link to. Visitors see those of the demo. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Link, useLocation } from 'react-router-dom';
import { useSignedIn } from '@/auth/session';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/shell';
import { findRoute } from '../routes';

interface MoreMenuListProps {
  anchor: HTMLElement;
  onClose: () => void;
  onChoose: () => void;
}

const PAGES: readonly string[] = [
  paths.stock,
  paths.calls,
  paths.explore,
  paths.notifications,
  paths.dataSync,
  paths.methods,
];

export function MoreMenuList({ anchor, onClose, onChoose }: MoreMenuListProps) {
  const signedIn = useSignedIn();
  const { pathname } = useLocation();
  const open = findRoute(pathname);
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      // Inside the header landmark, where screen reader users expect it.
      container={anchor.closest('header')}
      disableScrollLock
      slotProps={{ list: { 'aria-label': t('more') } }}
    >
      {PAGES.filter((path) => signedIn || findRoute(path).access === 'demo').map((path) => (
        <MenuItem
          key={path}
          component={Link}
          to={path}
          onClick={onChoose}
          aria-current={open.paths.includes(path) ? 'page' : undefined}
        >
          {findRoute(path).title}
        </MenuItem>
      ))}
      <MenuItem component="a" href="/docs">
        {t('apiReference')}
      </MenuItem>
    </Menu>
  );
}
