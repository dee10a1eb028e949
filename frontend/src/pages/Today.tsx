/** The lead of the dashboard: what needs doing today, in money. Loaded after the page. */
import Box from '@mui/material/Box';
import { useSignedIn } from '@/auth/session';
import { CallsTask } from '@/features/customers/CallsTask';
import { RejectedRowsTask } from '@/features/data_sync/RejectedRowsTask';
import { LateDeliveriesTask } from '@/features/purchasing/LateDeliveriesTask';
import { ReorderTask } from '@/features/purchasing/ReorderTask';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/today';
import { Panel } from '@/ui/Panel';
import { TextLink } from '@/ui/TextLink';

/** Each task shows nothing if there is nothing to do; while it is unknown, the list is not empty. */
export default function Today() {
  const signedIn = useSignedIn();
  return (
    <Panel
      title={t('today')}
      actions={signedIn && <TextLink to={paths.stock}>{t('seasonPosition')}</TextLink>}
    >
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          // Shown while no task has anything to do.
          '& + p': { display: 'none' },
          '&:empty + p': { display: 'block' },
        }}
      >
        <ReorderTask />
        <LateDeliveriesTask />
        {signedIn && <CallsTask />}
        {signedIn && <RejectedRowsTask />}
      </Box>
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {t('nothingToDo')}
      </Box>
    </Panel>
  );
}
