/** The columns of a line to order: item, supplier, quantity and cost. */
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
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
      </Box>
      {selected && warning !== undefined && (
        <Typography id={id} variant="body2" sx={{ color: isInvalid ? 'error.main' : 'text.secondary' }}>
          {isInvalid ? warning : t('thisQuantityIs', { warning })}
        </Typography>
      )}
    </>
  );
}
