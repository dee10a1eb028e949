/** Reorder points for rows of which nothing else says when to order them, and every correction that holds. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatDateTime } from '@/lib/format';
import { formatQuantity, unitPlural } from '@/lib/quantityFormat';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { EmptyState } from '@/ui/EmptyState';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { buildCorrection, stockCorrectionsQuery, useSaveCorrection } from './correctionQueries';
import type { UnlevelledRow } from './queries';

interface ReorderPointSheetProps {
  rows: readonly UnlevelledRow[];
  onClose: () => void;
}

export function ReorderPointSheet({ rows, onClose }: ReorderPointSheetProps) {
  return (
    <Sheet title="Set a minimum" onClose={onClose}>
      <Typography>
        These have under 8 weeks with sales, or less than a year of them, and no reorder point on record. Say
        at which stock position to order.
      </Typography>
      {rows.length === 0 && <EmptyState>Every stock row has a level.</EmptyState>}
      {rows.map((row) => (
        <ReorderPointForm key={`${row.itemId} ${row.location}`} row={row} />
      ))}
      <Typography variant="h3">Corrections</Typography>
      <CorrectionList />
    </Sheet>
  );
}

function ReorderPointForm({ row }: { row: UnlevelledRow }) {
  const save = useSaveCorrection();
  const form = useTypedForm({ fields: ['reorderPoint'], failure: save.error });
  return (
    <Form onSubmit={form.handleSubmit((values) => save.mutate(buildCorrection(row, values)))}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
        <Box sx={{ flexGrow: 1 }}>
          <TextInput
            label={`${row.item}, ${row.location}: reorder point, ${unitPlural(row.unit)}`}
            {...form.field('reorderPoint')}
            type="number"
            max={999_999_999_999}
          />
        </Box>
        <Button type="submit" variant="outlined" disabled={save.isPending} sx={{ minHeight: 40 }}>
          Set
        </Button>
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, 'The minimum could not be saved.')} />}
    </Form>
  );
}

function CorrectionList() {
  const corrected = useQuery(stockCorrectionsQuery);
  const save = useSaveCorrection();
  if (corrected.isPending) return <LoadingPlaceholder label="The corrections are loading" height={80} />;
  if (corrected.isError && !corrected.data) {
    const said = errorText(corrected.error, 'The corrections did not load.');
    return <ErrorAlert {...said} onRetry={() => void corrected.refetch()} retrying={corrected.isFetching} />;
  }
  if (corrected.data.length === 0) return <EmptyState>Nobody has corrected anything.</EmptyState>;
  return (
    <Box
      component="ul"
      aria-label="Corrections"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}
    >
      {corrected.data.map((row) => (
        <Box component="li" key={`${row.itemId} ${row.location}`} sx={{ display: 'flex', gap: 2 }}>
          <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {row.item}, {row.location}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[
                row.correction.leadTimeDays !== undefined && `lead time ${row.correction.leadTimeDays} days`,
                row.correction.reorderPoint !== undefined &&
                  `reorder point ${formatQuantity(row.correction.reorderPoint, row.unit)}`,
                row.correction.minOrderQuantity !== undefined &&
                  `minimum order ${formatQuantity(row.correction.minOrderQuantity, row.unit)}`,
                row.correction.packSize !== undefined &&
                  `pack of ${formatQuantity(row.correction.packSize, row.unit)}`,
              ]
                .filter((said) => said !== false)
                .join(', ')}
              , by {row.correction.correctedBy}, {formatDateTime(row.correction.correctedAt)}
            </Typography>
          </Box>
          <Button
            size="small"
            aria-label={`Reset ${row.item}, ${row.location}`}
            onClick={() => save.mutate(buildCorrection(row))}
            disabled={save.isPending}
          >
            Reset
          </Button>
        </Box>
      ))}
      {save.error && <ErrorAlert {...errorText(save.error, 'The correction could not be taken back.')} />}
    </Box>
  );
}
