/** Reorder points for rows that have no other basis for one, and all active corrections. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatDateTime } from '@/lib/format';
import { formatQuantity, unitPlural } from '@/lib/quantityFormat';
import { t } from '@/messages/en/ordering';
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
    <Sheet title={t('setMinimum')} onClose={onClose}>
      <Typography>{t('theseItemsHaveNoReorderPoint')}</Typography>
      {rows.length === 0 && <EmptyState>{t('everyItemHasAReorderPoint')}</EmptyState>}
      {rows.map((row) => (
        <ReorderPointForm key={`${row.itemId} ${row.location}`} row={row} />
      ))}
      <Typography variant="h3">{t('corrections')}</Typography>
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
            label={t('reorderPointOfItem', {
              item: row.item,
              location: row.location,
              unit: unitPlural(row.unit),
            })}
            {...form.field('reorderPoint')}
            type="number"
            max={999_999_999_999}
          />
        </Box>
        <Button type="submit" variant="outlined" disabled={save.isPending} sx={{ minHeight: 40 }}>
          {t('set')}
        </Button>
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheMinimumTryAgain'))} />}
    </Form>
  );
}

function CorrectionList() {
  const corrected = useQuery(stockCorrectionsQuery);
  const save = useSaveCorrection();
  if (corrected.isPending) return <LoadingPlaceholder label={t('theCorrectionsAreLoading')} height={80} />;
  if (corrected.isError && !corrected.data) {
    const errorProps = errorText(corrected.error, t('couldntLoadTheCorrections'));
    return (
      <ErrorAlert {...errorProps} onRetry={() => void corrected.refetch()} retrying={corrected.isFetching} />
    );
  }
  if (corrected.data.length === 0) return <EmptyState>{t('noCorrectionsYet')}</EmptyState>;
  return (
    <Box
      component="ul"
      aria-label={t('corrections')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}
    >
      {corrected.data.map((row) => (
        <Box component="li" key={`${row.itemId} ${row.location}`} sx={{ display: 'flex', gap: 2 }}>
          <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {row.item}, {row.location}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('correctionSummary', {
                corrections: [
                  row.correction.leadTimeDays !== undefined &&
                    t('correctedLeadTime', { leadTimeDays: row.correction.leadTimeDays }),
                  row.correction.reorderPoint !== undefined &&
                    t('correctedReorderPoint', {
                      reorderPoint: formatQuantity(row.correction.reorderPoint, row.unit),
                    }),
                  row.correction.minOrderQuantity !== undefined &&
                    t('correctedMinimumOrder', {
                      minOrderQuantity: formatQuantity(row.correction.minOrderQuantity, row.unit),
                    }),
                  row.correction.packSize !== undefined &&
                    t('correctedPackSize', { packSize: formatQuantity(row.correction.packSize, row.unit) }),
                ]
                  .filter((errorProps) => errorProps !== false)
                  .join(', '),
                correctedBy: row.correction.correctedBy,
                correctedAt: formatDateTime(row.correction.correctedAt),
              })}
            </Typography>
          </Box>
          <Button
            size="small"
            aria-label={t('resetItem', { item: row.item, location: row.location })}
            onClick={() => save.mutate(buildCorrection(row))}
            disabled={save.isPending}
          >
            {t('reset')}
          </Button>
        </Box>
      ))}
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntResetTheCorrectionTryAgain'))} />}
    </Box>
  );
}
