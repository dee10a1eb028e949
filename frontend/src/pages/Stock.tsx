/** The season position: what is here, what arrives, what is booked, what will sell, and what runs short. */
import { PlanPanel } from '@/features/purchasing/PlanPanel';
import { PositionPanel } from '@/features/purchasing/PositionPanel';
import { t } from '@/messages/en/stock';
import { PageHeader } from '@/ui/PageHeader';

export default function Stock() {
  return (
    <>
      <PageHeader title={t('seasonPosition')} subtitle={t('stockWeekByWeek')} />
      <PlanPanel />
      <PositionPanel />
    </>
  );
}
