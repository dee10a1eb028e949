/** Who buys what and when: not computed in this version, and it says so. */
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';

export default function PurchasePatterns() {
  return (
    <>
      <PageTitle
        title="Customer Purchase Patterns"
        purpose="AI-driven insights on customer purchasing patterns, predicted future needs, and optimal purchasing times."
      />
      <Notice>
        This version of Sprout does not compute customer patterns yet. Your synced sales are kept for them.
      </Notice>
    </>
  );
}
