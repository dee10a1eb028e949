/** What is recommended, line by line with a quantity that can be changed, to be written as draft orders. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sayFailure } from '@/api/errors';
import { count, money } from '@/lib/format';
import { newUuid } from '@/lib/uuid';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Sheet } from '@/ui/Sheet';
import { bySupplier, costOf, draftCount, MOST_LINES, proposed, quantityOf, renewed } from './acceptance';
import { AcceptLine } from './AcceptLine';
import { permissions, useAccept } from './ordering';
import type { Recommendation } from './queries';

interface AcceptSheetProps {
  items: readonly Recommendation[];
  currency: string | undefined;
  onClose: () => void;
  /** Called with the number of drafts. */
  onWritten: (drafts: number) => void;
}

export function AcceptSheet({ items, currency, onClose, onWritten }: AcceptSheetProps) {
  const accept = useAccept();
  const account = useQuery(permissions);
  const [of, setOf] = useState(items);
  const [lines, setLines] = useState(() => proposed(items));
  const request = useRef({ lines: '', id: '' });
  // The recommendations were asked for anew: what is gone cannot be ordered, what was typed stays.
  if (of !== items) {
    setOf(items);
    setLines(renewed(lines, items));
  }
  const chosen = lines.filter((line) => line.chosen);
  const drafts = draftCount(lines);
  const denied = account.data && !account.data.permissions.includes('purchasing.order');
  const reason = whyNot();

  const submit = () => {
    const wanted = chosen.map(({ row, typed }) => ({
      itemId: row.itemId,
      location: row.location,
      quantity: quantityOf(typed) ?? 0,
    }));
    // Sent again after a broken connection, the same lines carry the same name: they are drafted once.
    const text = JSON.stringify(wanted);
    if (request.current.lines !== text) request.current = { lines: text, id: newUuid() };
    accept.mutate(
      { requestId: request.current.id, lines: wanted },
      { onSuccess: (written) => onWritten(written.length) },
    );
  };

  return (
    <Sheet title="Order what is recommended" onClose={onClose}>
      <Typography>
        Writes a draft order for each supplier. Nothing is sent to anybody: you download a draft, order it,
        and say so.
      </Typography>
      {denied && (
        <Callout weight="info">
          Your role may look at recommendations but not draft orders. Ask an administrator of your
          organization.
        </Callout>
      )}
      {lines.length > 1 && (
        <Button
          size="small"
          sx={{ justifySelf: 'start' }}
          onClick={() => {
            accept.reset();
            setLines(
              lines.map((line, place) => ({ ...line, chosen: chosen.length === 0 && place < MOST_LINES })),
            );
          }}
        >
          {chosen.length === 0 ? 'Choose all' : 'Choose none'}
        </Button>
      )}
      {lines.length === 0 && <Notice>Nothing is left to order.</Notice>}
      {bySupplier(lines).map((group) => (
        <Box key={group.supplier} component="section" aria-label={group.supplier || 'No supplier on record'}>
          <Typography component="h3" sx={{ fontWeight: 600, mb: 2, overflowWrap: 'anywhere' }}>
            {group.supplier || 'No supplier on record'}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
            {group.lines.map((line) => (
              <AcceptLine
                key={line.key}
                line={line}
                currency={currency}
                onChange={(changed) => {
                  accept.reset();
                  setLines(lines.map((each) => (each.key === changed.key ? changed : each)));
                }}
              />
            ))}
          </Box>
        </Box>
      ))}
      {accept.error && <FailureNotice {...sayFailure(accept.error, 'The drafts could not be written.')} />}
      <Box sx={foot}>
        <Box sx={{ flexGrow: 1 }}>
          <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {money(costOf(lines), currency)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }} aria-live="polite">
            {reason ?? `${count(chosen.length)} of ${count(lines.length)} lines`}
          </Typography>
        </Box>
        <Button
          variant="contained"
          onClick={submit}
          disabled={accept.isPending || denied === true || reason !== undefined}
        >
          {drafts === 1 ? 'Write 1 draft' : `Write ${count(drafts)} drafts`}
        </Button>
      </Box>
    </Sheet>
  );

  function whyNot(): string | undefined {
    if (chosen.length === 0) return 'Choose at least one line.';
    if (chosen.length > MOST_LINES) return `At most ${MOST_LINES} lines at a time.`;
    if (chosen.some((line) => quantityOf(line.typed) === undefined)) return 'Correct the quantities first.';
    return undefined;
  }
}

const foot = {
  position: 'sticky',
  bottom: 0,
  mx: -4,
  mb: -4,
  px: 4,
  py: 3,
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
};
