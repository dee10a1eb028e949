/** The season position: what is here, what arrives, what is booked, what will sell, and what runs short. */
import Box from '@mui/material/Box';
import { PlanPanel } from '@/features/purchasing/PlanPanel';
import { PositionPanel } from '@/features/purchasing/PositionPanel';
import { ScenarioPanel } from '@/features/purchasing/ScenarioPanel';
import { t } from '@/messages/en/stock';
import { PageHeader } from '@/ui/PageHeader';

export default function Stock() {
  return (
    <>
      <PageHeader title={t('seasonPosition')} subtitle={t('stockWeekByWeek')} />
      <PlanPanel />
      <Box sx={{ mb: 4 }}>
        <ScenarioPanel />
      </Box>
      <PositionPanel />
    </>
  );
}
