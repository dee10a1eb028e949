/** Corrects one stock row, or resets the correction. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatNumber } from '@/lib/format';
import { unitPlural } from '@/lib/quantityFormat';
import { t } from '@/messages/en/ordering';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { TextInput } from '@/ui/TextInput';
import {
  buildCorrection,
  useSaveCorrection,
  CORRECTION_FIELDS,
  type CorrectionField,
} from './correctionQueries';
import type { Recommendation } from './queries';

/** The largest quantity that the server accepts. */
const MAX_QUANTITY = 999_999_999_999;

interface CorrectionFormProps {
  row: Recommendation;
  onClose: () => void;
}

export function CorrectionForm({ row, onClose }: CorrectionFormProps) {
  const save = useSaveCorrection();
  const form = useTypedForm({ fields: CORRECTION_FIELDS, failure: save.error });
  const { terms, correction } = row;
  const unit = unitPlural(row.unit);
  const minimum = terms.minOrderQuantity;
  const fields: [field: CorrectionField, label: string, now: string, most: number][] = [
    ['leadTimeDays', t('leadTimeInput'), formatNumber(terms.leadTimeDays), 365],
    ['reorderPoint', t('reorderPointInput', { unit }), formatNumber(terms.reorderPoint), MAX_QUANTITY],
    [
      'minOrderQuantity',
      t('minimumOrderInput', { unit }),
      minimum === undefined ? 'none' : formatNumber(minimum),
      MAX_QUANTITY,
    ],
    ['packSize', t('packSizeInput', { unit }), formatNumber(terms.packSize), MAX_QUANTITY],
  ];
  return (
    <Form
      warnsOnLeave
      onSubmit={form.handleSubmit((values) =>
        save.mutate(buildCorrection(row, values), { onSuccess: onClose }),
      )}
    >
      {fields.map(([field, label, now, most]) => (
        <TextInput
          key={field}
          label={label}
          {...form.field(field)}
          type="number"
          required={false}
          max={most}
          help={t('currentlyLeaveBlankToUseYour', { now })}
          defaultValue={correction?.[field] === undefined ? '' : String(correction[field])}
        />
      ))}
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheCorrectionTryAgain'))} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button type="submit" size="small" variant="contained" disabled={save.isPending}>
          {t('saveCorrection')}
        </Button>
        {correction && (
          <Button
            size="small"
            onClick={() => save.mutate(buildCorrection(row), { onSuccess: onClose })}
            disabled={save.isPending}
          >
            {t('reset')}
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Box>
    </Form>
  );
}
