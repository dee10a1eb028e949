/** The account menu: who is signed in, a link to the settings, and Sign out. */
import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useAccount } from '@/features/accounts/queries';
import { signOut } from '@/features/accounts/signOut';
import { useOrganizations, useSwitchOrganization } from '@/features/organizations/queries';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/account_menu';

interface AccountMenuListProps {
  anchor: HTMLElement;
  onClose: () => void;
}

export function AccountMenuList({ anchor, onClose }: AccountMenuListProps) {
  const { data: account } = useAccount();
  const { data: organizations } = useOrganizations();
  const move = useSwitchOrganization();
  const others = organizations?.items.filter(({ current, suspended }) => !current && !suspended) ?? [];
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      // Inside the header landmark, where screen reader users expect it.
      container={anchor.closest('header')}
      disableScrollLock
      slotProps={{
        list: {
          'aria-label': t('accountMenu'),
          subheader: account && (
            <Box
              component="li"
              role="presentation"
              sx={{ px: 4, py: 2, borderBottom: 1, borderColor: 'divider' }}
            >
              <Typography sx={{ fontWeight: 600 }}>{account.name}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {account.email}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {account.farmName}
              </Typography>
            </Box>
          ),
        },
      }}
    >
      <MenuItem component={Link} to={paths.account} onClick={onClose}>
        {t('accountSettings')}
      </MenuItem>
      <MenuItem component={Link} to={paths.organization} onClick={onClose}>
        {t('organization')}
      </MenuItem>
      {account?.operator && (
        <MenuItem component={Link} to={paths.operator} onClick={onClose}>
          {t('operator')}
        </MenuItem>
      )}
      {others.map(({ id, name }) => (
        <MenuItem
          key={id}
          disabled={move.isPending}
          onClick={() => move.mutate(id, { onError: onClose })}
          sx={{ maxWidth: 320, whiteSpace: 'normal', overflowWrap: 'anywhere' }}
        >
          {t('switchTo', { name })}
        </MenuItem>
      ))}
      <MenuItem component={Link} to={`${paths.organization}?tab=yours`} onClick={onClose}>
        {t('newOrganization')}
      </MenuItem>
      <MenuItem
        onClick={() => {
          onClose();
          void signOut();
        }}
      >
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}
