/** The sticky header: brand, links, color scheme and account; on small screens the links fold into a toggle. */
import Box from '@mui/material/Box';
import { useState } from 'react';
import { t } from '@/messages/en/shell';
import { IconButton } from '@/ui/IconButton';
import { CloseIcon, MenuIcon, SearchIcon } from '@/ui/icons';
import { HeaderAccount } from './HeaderAccount';
import { Brand } from './Brand';
import { MoreMenu } from './MoreMenu';
import { NavLinks } from './NavLinks';
import { ColorSchemeButton } from './ColorSchemeButton';

const MOBILE_NAV = 'mobile-navigation';

export function Header({ onSearch }: { onSearch: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Box
      component="header"
      className="screen-only"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          maxWidth: 1280,
          minHeight: 60,
          mx: 'auto',
          px: { xs: 4, sm: 6 },
        }}
      >
        <Brand onChoose={close} />
        <Box
          component="nav"
          aria-label={t('main')}
          sx={{ display: { xs: 'none', md: 'flex' }, gap: 1, marginInlineStart: 4, flexGrow: 1 }}
        >
          <NavLinks />
          <MoreMenu />
        </Box>
        <Box sx={{ flexGrow: { xs: 1, md: 0 } }} />
        <IconButton label={t('search')} aria-haspopup="dialog" onClick={onSearch}>
          <SearchIcon />
        </IconButton>
        <ColorSchemeButton />
        <HeaderAccount />
        <IconButton
          sx={{ display: { xs: 'inline-grid', md: 'none' } }}
          label={open ? t('closeNavigation') : t('openNavigation')}
          aria-expanded={open}
          aria-controls={open ? MOBILE_NAV : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? <CloseIcon /> : <MenuIcon />}
        </IconButton>
      </Box>
      {open && (
        <Box
          component="nav"
          id={MOBILE_NAV}
          aria-label={t('mainSmallScreens')}
          sx={{ display: { xs: 'grid', md: 'none' }, gap: 1, px: 4, pb: 4 }}
        >
          <NavLinks onChoose={close} />
          <MoreMenu onChoose={close} />
        </Box>
      )}
    </Box>
  );
}
