/** Suggested mappings of the latest source test, kept until the page is reloaded. Nothing is saved by itself. */
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { SUGGESTIONS_KEY, type MappedTable } from './queries';

export type MappingProposal = Schemas['MappingProposal'];

const NONE: readonly MappingProposal[] = [];

export function useSuggestions(): readonly MappingProposal[] {
  const kept = useQuery({
    queryKey: SUGGESTIONS_KEY,
    queryFn: () => NONE,
    enabled: false,
    initialData: NONE,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return kept.data;
}

/** The table as it is suggested. Words without a meaning have no value, so that they must be completed. */
export function applySuggestion(table: MappedTable, proposal: MappingProposal): MappedTable {
  return {
    ...table,
    sourceName: proposal.sourceName,
    columns: table.columns.map((column) => {
      const suggested = proposal.columns.find(({ targetColumn }) => targetColumn === column.targetColumn);
      const { constant, expression } = suggested ?? {};
      return {
        targetColumn: column.targetColumn,
        required: column.required,
        sourceColumn: suggested?.sourceColumn || column.targetColumn,
        ...(constant !== undefined && { constant }),
        ...(expression !== undefined && { expression }),
        valueWords: (suggested?.unknownWords ?? []).map((word) => ({ word, value: '' })),
      };
    }),
  };
}
