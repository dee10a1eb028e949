/** The season position: what is here, what arrives, what is booked, what will sell, and what runs short. */
import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router-dom';
import { useSignedIn } from '@/auth/session';
import { PlanPanel } from '@/features/purchasing/PlanPanel';
import { PositionPanel } from '@/features/purchasing/PositionPanel';
import { usePositionSelection } from '@/features/purchasing/positionSelection';
import { ScenarioPanel } from '@/features/purchasing/ScenarioPanel';
import { ViewsBar } from '@/features/metrics/ViewsBar';
import { t } from '@/messages/en/stock';
import { PageHeader } from '@/ui/PageHeader';

export default function Stock() {
  const [address] = useSearchParams();
  const selection = usePositionSelection();
  const signedIn = useSignedIn();
  return (
    <>
      <PageHeader
        title={t('seasonPosition')}
        subtitle={t('stockWeekByWeek')}
        actions={signedIn && <ViewsBar page="stock" shown={address.toString()} query={selection} />}
      />
      <PlanPanel />
      <Box sx={{ mb: 4 }}>
        <ScenarioPanel />
      </Box>
      <PositionPanel />
    </>
  );
}
