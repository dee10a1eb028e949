/** One line to order: selection, quantity and cost. */
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatMoney } from '@/lib/format';
import { formatQuantity, unitPlural } from '@/lib/quantityFormat';
import { t } from '@/messages/en/ordering';
import { parseQuantity, lineWarning, type DraftLineState } from './draftLines';

interface DraftLineProps {
  line: DraftLineState;
  currency: string | undefined;
  onChange: (line: DraftLineState) => void;
}

export function DraftLine({ line, currency, onChange }: DraftLineProps) {
  const id = useId();
  const { row, selected, quantityText } = line;
  const value = parseQuantity(quantityText);
  const isInvalid = selected && value === undefined;
  const warning = isInvalid ? t('enterANumberAbove0With') : lineWarning(line);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 2,
        p: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box component="label" sx={{ display: 'flex', gap: 3, alignItems: 'flex-start', cursor: 'pointer' }}>
        <Box
          component="input"
          type="checkbox"
          checked={selected}
          onChange={() => onChange({ ...line, selected: !selected })}
          sx={(theme) => ({
            width: 20,
            height: 20,
            m: 0,
            mt: 0.5,
            flexShrink: 0,
            accentColor: (theme.vars ?? theme).palette.primary.main,
          })}
        />
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {row.item}
          <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
            {t('recommended', {
              location: row.location,
              recommended: formatQuantity(row.recommended, row.unit),
            })}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', pl: 8 }}>
        <OutlinedInput
          size="small"
          value={quantityText}
          disabled={!selected}
          error={isInvalid}
          onChange={(event) => onChange({ ...line, quantityText: event.target.value })}
          sx={{ width: 112 }}
          slotProps={{
            input: {
              inputMode: 'decimal',
              'aria-label': t('quantityOf', { item: row.item, location: row.location }),
              'aria-invalid': isInvalid,
              ...(warning !== undefined && { 'aria-describedby': id }),
            },
          }}
        />
        <Typography variant="body2">{unitPlural(row.unit)}</Typography>
        <Typography sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
          {selected && value !== undefined ? formatMoney(value * row.terms.unitCost, currency) : '–'}
        </Typography>
      </Box>
      {selected && warning !== undefined && (
        <Typography
          id={id}
          variant="body2"
          sx={{ pl: 8, color: isInvalid ? 'error.main' : 'text.secondary' }}
        >
          {isInvalid ? warning : t('thisQuantityIs', { warning })}
        </Typography>
      )}
    </Box>
  );
}
