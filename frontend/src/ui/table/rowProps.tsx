/** What rows and cards share. */
import { t } from '@/messages/en/ui_table';
import { RowCheckbox } from './RowCheckbox';
import type { Item } from './tableModel';
import type { Column, Detail, Selection } from './tableTypes';

export interface RowProps<Row> {
  columns: readonly Column<Row>[];
  item: Item<Row>;
  detail?: Detail<Row> | undefined;
  /** The explanation is open. */
  isOpen: boolean;
  onToggleDetail: () => void;
  selection?: Selection<Row> | undefined;
  onSelect: (event: unknown) => void;
  rowHeaders?: boolean | undefined;
}

export function RowSelect<Row>({ selection, item, onSelect }: RowProps<Row>) {
  return (
    <RowCheckbox
      label={t('selectRow', { name: selection?.rowName(item.row) ?? '' })}
      checked={selection?.selected.has(item.key) ?? false}
      onChange={onSelect}
    />
  );
}
