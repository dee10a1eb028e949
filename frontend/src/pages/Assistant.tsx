/** The chat assistant: not answering in this version, and it says so. */
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';

export default function Assistant() {
  return (
    <>
      <PageTitle title="Sprout AI" purpose="Ask about your stock, purchases, customers and prices." />
      <Notice>This version of Sprout does not answer questions yet.</Notice>
    </>
  );
}
