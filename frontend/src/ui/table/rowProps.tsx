/** What rows and cards share. */
import type { Preferences } from '@/lib/preferences';
import { t } from '@/messages/en/ui_table';
import { RowCheckbox } from './RowCheckbox';
import type { Item } from './tableModel';
import type { Column } from './tableTypes';

/** A row re-renders only when one of these props changes, so functions must be stable across renders. */
export interface RowProps<Row> {
  columns: readonly Column<Row>[];
  item: Item<Row>;
  /** The button for the explanation; undefined without one. */
  detailLabel: string | undefined;
  /** The row's name in the label of that button. */
  detailName: string | undefined;
  /** The explanation is open. */
  isOpen: boolean;
  onToggleDetail: (key: string) => void;
  /** The row's name in the label of its checkbox; undefined without one. */
  selectName: string | undefined;
  isSelected: boolean;
  onSelect: (key: string, event: unknown) => void;
  rowHeaders: boolean | undefined;
  /** Cells show dates and numbers as preferred. */
  preferences: Preferences;
  /** Position among all rows, where only some are in the document. */
  index?: number | undefined;
  measure?: ((element: HTMLElement | null) => void) | undefined;
}

/** Whether a row would render the same. The array of columns is new on every render, so its items are compared. */
export function isSameRow<Row>(one: RowProps<Row>, other: RowProps<Row>): boolean {
  const { columns, item, ...rest } = one;
  return (
    item.key === other.item.key &&
    item.row === other.item.row &&
    columns.length === other.columns.length &&
    columns.every((column, place) => column === other.columns[place]) &&
    Object.entries(rest).every(([name, value]) => value === other[name as keyof typeof rest])
  );
}

export function RowSelect<Row>({ selectName = '', item, isSelected, onSelect }: RowProps<Row>) {
  return (
    <RowCheckbox
      label={t('selectRow', { name: selectName })}
      checked={isSelected}
      onChange={(event) => onSelect(item.key, event)}
    />
  );
}
