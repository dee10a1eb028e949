/** Columns that stay the same until what they are made of changes: rows of new columns render again. */
import { useState } from 'react';
import { usePreferences } from '@/lib/usePreferences';
import type { Column } from './table/tableTypes';

/** `create` is the same function on every render. */
export function useColumns<Row, Inputs extends readonly unknown[]>(
  create: (...inputs: Inputs) => readonly Column<Row>[],
  ...inputs: Inputs
): readonly Column<Row>[] {
  // Headings are texts in the reader's language.
  const parts = [create, usePreferences(), ...inputs];
  const [kept, setKept] = useState(() => ({ parts, columns: create(...inputs) }));
  if (parts.every((part, place) => Object.is(part, kept.parts[place]))) return kept.columns;
  const columns = create(...inputs);
  setKept({ parts, columns });
  return columns;
}
