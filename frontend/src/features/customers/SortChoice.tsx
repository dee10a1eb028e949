/** The order of the cards on phones, where there are no headings to press. */
import Box from '@mui/material/Box';
import { field } from './field';
import { Labelled } from './Labelled';
import { readSort, writeSort, type Sort } from './choices';
import type { PatternColumn } from './patternColumns';

interface SortChoiceProps {
  columns: readonly PatternColumn[];
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

export function SortChoice({ columns, sort, onSort }: SortChoiceProps) {
  return (
    <Labelled label="Sort by">
      {(id) => (
        <Box
          component="select"
          id={id}
          value={sort === undefined ? '' : writeSort(sort)}
          onChange={(event) => onSort(readSort(event.currentTarget.value))}
          sx={field}
        >
          <option value="">Largest customers first</option>
          {columns.flatMap(({ key, heading, orders: [upwards, downwards] }) => [
            <option key={key} value={writeSort({ by: key, descending: false })}>
              {heading}, {upwards}
            </option>,
            <option key={`-${key}`} value={writeSort({ by: key, descending: true })}>
              {heading}, {downwards}
            </option>,
          ])}
        </Box>
      )}
    </Labelled>
  );
}
