/** Keeps the same columns until their inputs change, so that table rows do not re-render. */
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
