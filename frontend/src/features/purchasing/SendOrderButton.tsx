/** Opens the sheet that sends a draft order to its supplier. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { t } from '@/messages/en/order_emails';
import { SendOrderSheet } from './SendOrderSheet';
import type { Draft } from './orderingQueries';

const UNSENT: readonly (string | undefined)[] = [undefined, 'failed', 'cancelled'];

interface SendOrderButtonProps {
  draft: Draft;
  /** The supplier's name. */
  name: string;
}

export function SendOrderButton({ draft, name }: SendOrderButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        // An order that was sent can be sent again, to another address.
        variant={UNSENT.includes(draft.email?.state) ? 'contained' : 'outlined'}
        aria-label={t('sendDraft', { name })}
        onClick={() => setIsOpen(true)}
      >
        {t('send')}
      </Button>
      {isOpen && <SendOrderSheet draft={draft} onClose={() => setIsOpen(false)} />}
    </>
  );
}
