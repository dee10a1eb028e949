/** Whom to call, and the outcomes of calls. */
import { CallListPanel } from '@/features/call_list/CallListPanel';
import { t } from '@/messages/en/call_list';
import { PageHeader } from '@/ui/PageHeader';

export default function Calls() {
  return (
    <>
      <PageHeader title={t('callList')} subtitle={t('growersRankedByMarginAtRisk')} />
      <CallListPanel />
    </>
  );
}
