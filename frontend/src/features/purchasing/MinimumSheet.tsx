/** Reorder points for rows of which nothing else says when to order them, and every correction that holds. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { fieldFailure, sayFailure } from '@/api/errors';
import { moment } from '@/lib/format';
import { quantity, unitWords } from '@/lib/units';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Notice } from '@/ui/Notice';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { Waiting } from '@/ui/Waiting';
import { correctionOf, stockCorrections, useCorrect } from './corrections';
import type { UnlevelledRow } from './queries';

interface MinimumSheetProps {
  rows: readonly UnlevelledRow[];
  onClose: () => void;
}

export function MinimumSheet({ rows, onClose }: MinimumSheetProps) {
  return (
    <Sheet title="Set a minimum" onClose={onClose}>
      <Typography>
        These have under 8 weeks with sales, or less than a year of them, and no reorder point on record. Say
        at which stock position to order.
      </Typography>
      {rows.length === 0 && <Notice>Every stock row has a level.</Notice>}
      {rows.map((row) => (
        <MinimumForm key={`${row.itemId} ${row.location}`} row={row} />
      ))}
      <Typography variant="h3">Corrections</Typography>
      <CorrectedList />
    </Sheet>
  );
}

function MinimumForm({ row }: { row: UnlevelledRow }) {
  const save = useCorrect();
  return (
    <FormFrame onSubmit={(typed) => save.mutate(correctionOf(row, typed))}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
        <Box sx={{ flexGrow: 1 }}>
          <TextInput
            label={`${row.item}, ${row.location}: reorder point, ${unitWords(row.unit)}`}
            name="reorderPoint"
            type="number"
            max={999_999_999_999}
            error={fieldFailure(save.error, 'reorderPoint')}
          />
        </Box>
        <Button type="submit" variant="outlined" disabled={save.isPending} sx={{ minHeight: 40 }}>
          Set
        </Button>
      </Box>
      {save.error && <FailureNotice {...sayFailure(save.error, 'The minimum could not be saved.')} />}
    </FormFrame>
  );
}

function CorrectedList() {
  const corrected = useQuery(stockCorrections);
  const save = useCorrect();
  if (corrected.isPending) return <Waiting label="The corrections are loading" height={80} />;
  if (corrected.isError && !corrected.data) {
    const said = sayFailure(corrected.error, 'The corrections did not load.');
    return (
      <FailureNotice {...said} onRetry={() => void corrected.refetch()} retrying={corrected.isFetching} />
    );
  }
  if (corrected.data.length === 0) return <Notice>Nobody has corrected anything.</Notice>;
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
                  `reorder point ${quantity(row.correction.reorderPoint, row.unit)}`,
                row.correction.minOrderQuantity !== undefined &&
                  `minimum order ${quantity(row.correction.minOrderQuantity, row.unit)}`,
                row.correction.packSize !== undefined &&
                  `pack of ${quantity(row.correction.packSize, row.unit)}`,
              ]
                .filter((said) => said !== false)
                .join(', ')}
              , by {row.correction.correctedBy}, {moment(row.correction.correctedAt)}
            </Typography>
          </Box>
          <Button
            size="small"
            aria-label={`Reset ${row.item}, ${row.location}`}
            onClick={() => save.mutate(correctionOf(row, () => ''))}
            disabled={save.isPending}
          >
            Reset
          </Button>
        </Box>
      ))}
      {save.error && <FailureNotice {...sayFailure(save.error, 'The correction could not be taken back.')} />}
    </Box>
  );
}
