/** Shows that routing and the server work, with links to try, two of which lead to the 404 page on purpose. */
import Box from '@mui/material/Box';
import { Checklist } from '@/features/platform/Checklist';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { PageHeader } from '@/ui/PageHeader';
import { Panel } from '@/ui/Panel';

const quickLinks = [paths.dashboard, paths.assistant, '/supplies', '/alerts', paths.dataSync];

export default function RoutingTest() {
  return (
    <>
      <PageHeader title="Routing test" subtitle="Whether the pages and the server behind them answer." />
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Checklist />
        <Panel
          title="Quick links"
          subtitle="There are no pages at /supplies and /alerts: they show the 404 page."
        >
          <Box component="nav" aria-label="Quick links" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
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
