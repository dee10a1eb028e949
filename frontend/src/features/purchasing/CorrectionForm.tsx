/** Says of one stock row what the warehouse does not know, or takes it back. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { fieldFailure, sayFailure } from '@/api/errors';
import { number } from '@/lib/format';
import { unitWords } from '@/lib/units';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { TextInput } from '@/ui/TextInput';
import { correctionOf, useCorrect, type CorrectedField } from './corrections';
import type { Recommendation } from './queries';

/** The largest quantity that the server takes. */
const MOST = 999_999_999_999;

interface CorrectionFormProps {
  row: Recommendation;
  onClose: () => void;
}

export function CorrectionForm({ row, onClose }: CorrectionFormProps) {
  const save = useCorrect();
  const { terms, correction } = row;
  const unit = unitWords(row.unit);
  const minimum = terms.minOrderQuantity;
  const fields: [field: CorrectedField, label: string, now: string, most: number][] = [
    ['leadTimeDays', 'Lead time, days', number(terms.leadTimeDays), 365],
    ['reorderPoint', `Reorder point, ${unit}`, number(terms.reorderPoint), MOST],
    ['minOrderQuantity', `Minimum order, ${unit}`, minimum === undefined ? 'none' : number(minimum), MOST],
    ['packSize', `Pack size, ${unit}`, number(terms.packSize), MOST],
  ];
  return (
    <FormFrame onSubmit={(typed) => save.mutate(correctionOf(row, typed), { onSuccess: onClose })}>
      {fields.map(([field, label, now, most]) => (
        <TextInput
          key={field}
          label={label}
          name={field}
          type="number"
          required={false}
          max={most}
          help={`Reckoned with now: ${now}. Empty: as the warehouse and the sales have it.`}
          error={fieldFailure(save.error, field)}
          defaultValue={correction?.[field] === undefined ? '' : String(correction[field])}
        />
      ))}
      {save.error && <FailureNotice {...sayFailure(save.error, 'The correction could not be saved.')} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button type="submit" size="small" variant="contained" disabled={save.isPending}>
          Save correction
        </Button>
        {correction && (
          <Button
            size="small"
            onClick={() =>
              save.mutate(
                correctionOf(row, () => ''),
                { onSuccess: onClose },
              )
            }
            disabled={save.isPending}
          >
            Reset
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </Box>
    </FormFrame>
  );
}
