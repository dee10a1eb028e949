/** What the user's role allows and does not allow. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { listPermissions, type PermissionItem } from '@/lib/permissionLabels';
import { t } from '@/messages/en/accounts';
import { CheckIcon, CloseIcon } from '@/ui/icons';
import { AccountPanel } from './AccountPanel';

export function PermissionsPanel() {
  return (
    <AccountPanel title={t('yourPermissions')} subtitle={t('setByYourRoleInThe')} height={280}>
      {({ permissions }) => {
        const all = listPermissions(permissions);
        return (
          <>
            <PermissionList label={t('allowed')} rows={all.filter(({ allowed }) => allowed)} />
            <PermissionList label={t('notAllowed')} rows={all.filter(({ allowed }) => !allowed)} />
          </>
        );
      }}
    </AccountPanel>
  );
}

function PermissionList({ label, rows }: { label: string; rows: readonly PermissionItem[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <Typography
        component="h3"
        variant="body2"
        sx={{ color: 'text.secondary', fontWeight: 600, '&:not(:first-of-type)': { mt: 4 } }}
      >
        {label}
      </Typography>
      <Box
        component="ul"
        aria-label={label}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          columnGap: 6,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {rows.map(({ permission, label: words, allowed }) => (
          <Box component="li" key={permission} sx={{ display: 'flex', gap: 2, py: 1 }}>
            {allowed ? (
              <CheckIcon aria-hidden sx={{ fontSize: 18, mt: '2px', color: 'success.main' }} />
            ) : (
              <CloseIcon aria-hidden sx={{ fontSize: 18, mt: '2px', color: 'text.secondary' }} />
            )}
            <Typography sx={{ color: allowed ? 'text.primary' : 'text.secondary' }}>{words}</Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}
