/** Creates draft orders from the recommendations, with editable quantities. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { errorText } from '@/api/errors';
import { formatCount, formatMoney } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { newUuid } from '@/lib/uuid';
import { t } from '@/messages/en/ordering';
import { Callout } from '@/ui/Callout';
import { DataTable } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Sheet } from '@/ui/Sheet';
import { useColumns } from '@/ui/useColumns';
import {
  totalCost,
  countDrafts,
  MAX_LINES,
  initialLines,
  parseQuantity,
  mergeLines,
  withSelection,
  type DraftLineState,
} from './draftLines';
import { draftColumns } from './DraftLine';
import { permissionsQuery, useCreateDrafts } from './orderingQueries';
import type { Recommendation } from './queries';

/** Narrower screens show cards, in CSS pixels. */
const SHEET_TABLE_FROM = 760;

interface CreateDraftsSheetProps {
  items: readonly Recommendation[];
  /** The number of all recommendations. */
  total: number;
  /** Keys of the recommendations to select. Without any, all are. */
  chosen: ReadonlySet<string>;
  currency: string | undefined;
  onClose: () => void;
  /** Called with the number of drafts. */
  onCreated: (drafts: number) => void;
}

export function CreateDraftsSheet({
  items,
  total,
  chosen: preselected,
  currency,
  onClose,
  onCreated,
}: CreateDraftsSheetProps) {
  const accept = useCreateDrafts();
  const account = useQuery(permissionsQuery);
  const [of, setOf] = useState(items);
  const [lines, setLines] = useState(() => initialLines(items, preselected));
  const request = useRef({ lines: '', id: '' });
  // After a refetch, lines that are no longer recommended are removed and edited quantities are preserved.
  if (of !== items) {
    setOf(items);
    setLines(mergeLines(lines, items));
  }
  const chosen = lines.filter((line) => line.selected);
  const drafts = countDrafts(lines);
  const denied = account.data && !hasPermission(account.data.permissions, 'purchasing.order');
  const reason = whyNot();
  const { reset } = accept;
  const changeLine = useCallback(
    (changed: DraftLineState) => {
      reset();
      setLines((now) => now.map((line) => (line.key === changed.key ? changed : line)));
    },
    [reset],
  );
  const columns = useColumns(draftColumns, currency, changeLine);

  const submit = () => {
    const wanted = chosen.map(({ row, quantityText }) => ({
      itemId: row.itemId,
      location: row.location,
      quantity: parseQuantity(quantityText) ?? 0,
    }));
    // A retry after a broken connection uses the same idempotency key, so the lines are drafted once.
    const text = JSON.stringify(wanted);
    if (request.current.lines !== text) request.current = { lines: text, id: newUuid() };
    accept.mutate(
      { requestId: request.current.id, lines: wanted },
      { onSuccess: (written) => onCreated(written.length) },
    );
  };

  return (
    <Sheet wide title={t('createDraftOrders')} onClose={onClose}>
      <Typography>{t('oneDraftPerSupplierNothingIs')}</Typography>
      {denied && <Callout severity="info">{t('youDontHavePermissionToCreate')}</Callout>}
      {lines.length < total && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('someOfAllLines', { lines: formatCount(lines.length), total: formatCount(total) })}
        </Typography>
      )}
      {lines.length > 1 && (
        <Button
          size="small"
          sx={{ justifySelf: 'start' }}
          onClick={() => {
            accept.reset();
            setLines(
              lines.map((line, index) => withSelection(line, chosen.length === 0 && index < MAX_LINES)),
            );
          }}
        >
          {chosen.length === 0 ? t('selectAll') : t('clearSelection')}
        </Button>
      )}
      {lines.length === 0 && <EmptyState>{t('nothingLeftToOrder')}</EmptyState>}
      {lines.length > 0 && (
        <DataTable
          id="drafts"
          label={t('linesToOrder')}
          columns={columns}
          rows={lines}
          rowKey={({ key }) => key}
          hasControls
          cardsBelow={SHEET_TABLE_FROM}
          search={{ label: t('searchLines') }}
          selection={{
            selected: new Set(chosen.map(({ key }) => key)),
            onChange: (selected) => {
              accept.reset();
              setLines(lines.map((line) => withSelection(line, selected.has(line.key))));
            },
            rowName: ({ row }) => `${row.item}, ${row.location}`,
          }}
        />
      )}
      {accept.error && <ErrorAlert {...errorText(accept.error, t('couldntCreateTheDraftsTryAgain'))} />}
      <Box sx={footerStyles}>
        <Box sx={{ flexGrow: 1 }}>
          <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(totalCost(lines), currency)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }} aria-live="polite">
            {reason ?? t('ofLines', { chosen: formatCount(chosen.length), lines: formatCount(lines.length) })}
          </Typography>
        </Box>
        <Button
          variant="contained"
          onClick={submit}
          disabled={accept.isPending || denied === true || reason !== undefined}
        >
          {t('createDrafts', { count: drafts, drafts: formatCount(drafts) })}
        </Button>
      </Box>
    </Sheet>
  );

  function whyNot(): string | undefined {
    if (chosen.length === 0) return t('selectAtLeastOneLine');
    if (chosen.length > MAX_LINES) return t('selectAtMostLines', { maxlines: MAX_LINES });
    if (chosen.some((line) => parseQuantity(line.quantityText) === undefined))
      return t('correctTheQuantitiesFirst');
    return undefined;
  }
}

const footerStyles = {
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
