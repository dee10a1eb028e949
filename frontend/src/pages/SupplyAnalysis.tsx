/** Commodity prices: not shown in this version, and it says so. */
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';

export default function SupplyAnalysis() {
  return (
    <>
      <PageTitle title="Supply Analysis" purpose="Real-time commodity prices and market intelligence" />
      <Notice>
        This version of Sprout does not show commodity prices yet. Your synced market prices are kept for
        them.
      </Notice>
    </>
  );
}
