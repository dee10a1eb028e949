/** Opens the sheet that sends a draft order to its supplier. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { t } from '@/messages/en/order_emails';
import { SendOrderSheet } from './SendOrderSheet';
import type { Draft } from './orderingQueries';

const FAILED: readonly (string | undefined)[] = ['failed', 'cancelled'];

interface SendOrderButtonProps {
  draft: Draft;
  /** The supplier's name. */
  name: string;
}

export function SendOrderButton({ draft, name }: SendOrderButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isFailed = FAILED.includes(draft.email?.state);
  return (
    <>
      <Button
        size="small"
        // An order that was sent can be sent again, to another address.
        variant={isFailed || draft.email === undefined ? 'contained' : 'outlined'}
        aria-label={isFailed ? t('sendDraftAgain', { name }) : t('sendDraft', { name })}
        onClick={() => setIsOpen(true)}
      >
        {isFailed ? t('sendAgain') : t('send')}
      </Button>
      {isOpen && <SendOrderSheet draft={draft} onClose={() => setIsOpen(false)} />}
    </>
  );
}
