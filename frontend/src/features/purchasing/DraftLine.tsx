/** The columns of a line to order: item, supplier, quantity and cost. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatMoney } from '@/lib/format';
import { formatQuantity, unitPlural } from '@/lib/quantityFormat';
import { t } from '@/messages/en/ordering';
import type { Column } from '@/ui/DataTable';
import { parseQuantity, lineWarning, type DraftLineState } from './draftLines';

export function draftColumns(
  currency: string | undefined,
  onChange: (line: DraftLineState) => void,
): Column<DraftLineState>[] {
  return [
    {
      id: 'item',
      heading: t('item'),
      value: ({ row }) => `${row.item}, ${row.location}`,
      render: (line) => <LineItem line={line} />,
    },
    {
      id: 'supplier',
      heading: t('supplier'),
      value: ({ row }) => row.supplier ?? row.supplierId,
      render: ({ row }) => row.supplier ?? row.supplierId ?? t('noSupplierOnRecord'),
    },
    {
      id: 'quantity',
      heading: t('quantity'),
      render: (line) => <QuantityField line={line} onChange={onChange} />,
    },
    {
      id: 'cost',
      heading: t('cost'),
      numeric: true,
      noWrap: true,
      descendingFirst: true,
      // Not the edited cost: the line would move while typing.
      value: ({ row }) => row.cost,
      render: (line) => {
        const cost = line.selected ? lineCost(line) : undefined;
        return cost === undefined ? '–' : formatMoney(cost, currency);
      },
    },
  ];
}

function lineCost({ row, quantityText }: DraftLineState): number | undefined {
  const quantity = parseQuantity(quantityText);
  return quantity === undefined ? undefined : quantity * row.terms.unitCost;
}

function LineItem({ line: { row } }: { line: DraftLineState }) {
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      {row.item}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('recommended', {
          location: row.location,
          recommended: formatQuantity(row.recommended, row.unit),
        })}
      </Typography>
    </Box>
  );
}

interface QuantityFieldProps {
  line: DraftLineState;
  onChange: (line: DraftLineState) => void;
}

function QuantityField({ line, onChange }: QuantityFieldProps) {
  const id = useId();
  const { row, selected, quantityText } = line;
  const isInvalid = selected && parseQuantity(quantityText) === undefined;
  const warning = isInvalid ? t('enterANumberAbove0With') : lineWarning(line);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Box
          component="input"
          type="text"
          inputMode="decimal"
          aria-label={t('quantityOf', { item: row.item, location: row.location })}
          aria-invalid={isInvalid}
          aria-describedby={warning === undefined ? undefined : id}
          value={quantityText}
          disabled={!selected}
          onChange={(event) => onChange({ ...line, quantityText: event.currentTarget.value })}
          sx={inputStyles}
        />
        <Typography variant="body2">{unitPlural(row.unit)}</Typography>
      </Box>
      {selected && warning !== undefined && (
        <Typography id={id} variant="body2" sx={{ color: isInvalid ? 'error.main' : 'text.secondary' }}>
          {isInvalid ? warning : t('thisQuantityIs', { warning })}
        </Typography>
      )}
    </>
  );
}

const inputStyles = {
  width: 112,
  minHeight: 36,
  px: 3,
  border: 1,
  borderColor: 'outline',
  borderRadius: 0.8,
  font: 'inherit',
  color: 'text.primary',
  bgcolor: 'background.paper',
  '&:disabled': { color: 'text.secondary' },
  '&[aria-invalid="true"]': { borderColor: 'error.main' },
};
