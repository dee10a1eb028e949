/** Shows that routing and the server work, with links to try. Two of them lead to the 404 page on purpose. */
import Box from '@mui/material/Box';
import { Checklist } from '@/features/platform/Checklist';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/platform';
import { ButtonLink } from '@/ui/ButtonLink';
import { PageHeader } from '@/ui/PageHeader';
import { Panel } from '@/ui/Panel';

const quickLinks = [paths.dashboard, paths.assistant, '/supplies', '/alerts', paths.dataSync];

export default function RoutingTest() {
  return (
    <>
      <PageHeader title={t('systemCheck')} subtitle={t('checksPagesAndServerConnections')} />
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Checklist />
        <Panel title={t('quickLinks')} subtitle={t('thereAreNoPagesAtSupplies')}>
          <Box
            component="nav"
            aria-label={t('quickLinks')}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}
          >
            {quickLinks.map((path) => (
              <ButtonLink key={path} to={path}>
                {path}
              </ButtonLink>
            ))}
          </Box>
        </Panel>
      </Box>
    </>
  );
}
