/** One line to accept: whether, how much, and what that costs. */
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { money } from '@/lib/format';
import { quantity, unitWords } from '@/lib/units';
import { quantityOf, remark, type Line } from './acceptance';

interface AcceptLineProps {
  line: Line;
  currency: string | undefined;
  onChange: (line: Line) => void;
}

export function AcceptLine({ line, currency, onChange }: AcceptLineProps) {
  const id = useId();
  const { row, chosen, typed } = line;
  const value = quantityOf(typed);
  const wrong = chosen && value === undefined;
  const said = wrong ? 'Give a number above 0, with at most 4 decimals.' : remark(line);
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
          checked={chosen}
          onChange={() => onChange({ ...line, chosen: !chosen })}
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
            {row.location}; recommended {quantity(row.recommended, row.unit)}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', pl: 8 }}>
        <OutlinedInput
          size="small"
          value={typed}
          disabled={!chosen}
          error={wrong}
          onChange={(event) => onChange({ ...line, typed: event.target.value })}
          sx={{ width: 112 }}
          slotProps={{
            input: {
              inputMode: 'decimal',
              'aria-label': `Quantity of ${row.item}, ${row.location}`,
              'aria-invalid': wrong,
              ...(said !== undefined && { 'aria-describedby': id }),
            },
          }}
        />
        <Typography variant="body2">{unitWords(row.unit)}</Typography>
        <Typography sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
          {chosen && value !== undefined ? money(value * row.terms.unitCost, currency) : '–'}
        </Typography>
      </Box>
      {chosen && said !== undefined && (
        <Typography id={id} variant="body2" sx={{ pl: 8, color: wrong ? 'error.main' : 'text.secondary' }}>
          {wrong ? said : `This quantity is ${said}.`}
        </Typography>
      )}
    </Box>
  );
}
