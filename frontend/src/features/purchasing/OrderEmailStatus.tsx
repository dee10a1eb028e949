/** Whether a draft order was sent, and what its supplier answered. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatDateTime, formatDay } from '@/lib/format';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/order_emails';
import type { OrderEmail } from './orderEmailQueries';
import type { Draft } from './orderingQueries';

interface OrderEmailStatusProps {
  draft: Draft;
  email: OrderEmail;
}

export function OrderEmailStatus({ draft, email }: OrderEmailStatusProps) {
  const isAnswered = email.acknowledgedAt !== undefined;
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
      {describeEmail(email).map((line) => (
        <Typography key={line} variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {line}
        </Typography>
      ))}
      {isAnswered && email.state !== 'declined' && (
        <Box component="ul" aria-label={t('supplierAnswer')} sx={{ m: 0, paddingInlineStart: 5 }}>
          {draft.lines.map((line) => (
            <Typography
              component="li"
              key={`${line.itemId} ${line.location}`}
              variant="body2"
              sx={{ overflowWrap: 'anywhere', fontWeight: isChanged(line, email) ? 600 : 400 }}
            >
              {line.item}, {line.location}: {describeLine(line, email)}
            </Typography>
          ))}
        </Box>
      )}
    </Box>
  );
}

type Line = Draft['lines'][number];

/** Whether the supplier delivers less or later than was requested. */
function isChanged({ quantity, confirmedQuantity, expectedOn }: Line, { requestedOn }: OrderEmail): boolean {
  const isLess = confirmedQuantity !== undefined && confirmedQuantity < quantity;
  return isLess || (expectedOn !== undefined && requestedOn !== undefined && expectedOn > requestedOn);
}

function describeLine(line: Line, { requestedOn }: OrderEmail): string {
  const { quantity, unit, confirmedQuantity = quantity, expectedOn } = line;
  if (confirmedQuantity === 0 || expectedOn === undefined) return t('lineDeclined');
  const ordered = formatQuantity(quantity, unit);
  const confirmed =
    confirmedQuantity < quantity
      ? t('partOfOrdered', { confirmed: formatQuantity(confirmedQuantity, unit), ordered })
      : ordered;
  const expected = formatDay(expectedOn);
  return requestedOn !== undefined && expectedOn > requestedOn
    ? t('expectedLate', { confirmed, expected, requested: formatDay(requestedOn) })
    : t('expected', { confirmed, expected });
}

function describeEmail(email: OrderEmail): string[] {
  const { state, recipient, sentBy, reason = '', note } = email;
  const at = formatDateTime(email.finishedAt ?? email.createdAt);
  const answeredAt = formatDateTime(email.acknowledgedAt ?? email.createdAt);
  const requested = email.requestedOn === undefined ? [] : [formatDay(email.requestedOn)];
  const noted = note === undefined ? [] : [t('note', { note })];
  switch (state) {
    case 'queued':
      return [reason === '' ? t('sending', { recipient }) : t('sendingAgain', { recipient, reason })];
    case 'failed':
    case 'cancelled':
      return [t('notSent', { recipient, reason })];
    case 'sent':
      return [
        t('sent', { recipient, at, sentBy }),
        ...requested.map((day) => t('noAnswerYet', { day })),
        ...(requested.length === 0 ? [t('noAnswer')] : []),
      ];
    case 'acknowledged':
      return [t('sent', { recipient, at, sentBy }), t('answered', { at: answeredAt }), ...noted];
    case 'declined':
      return [t('sent', { recipient, at, sentBy }), t('declined', { at: answeredAt }), ...noted];
  }
}
