/** The conditions on rows: each can be removed, and a form adds one. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { NESTED_OPERATORS } from '@/lib/exploreQuestion';
import { t } from '@/messages/en/explore';
import { ChoiceSelect, selectStyles } from './ChoiceSelect';
import type { ExploreFilter } from './exploreState';
import { describeCondition } from './figureFormat';
import { membersQuery, type MetricDataset } from './queries';
import { RemovableParts } from './RemovableParts';

/** Operators without values. */
const WITHOUT_VALUES = ['is_empty', 'is_not_empty'];
const VALUE_SEPARATOR = ';';

interface FilterControlsProps {
  dataset: MetricDataset;
  filters: readonly ExploreFilter[];
  onChange: (filters: readonly ExploreFilter[]) => void;
}

export function FilterControls({ dataset, filters, onChange }: FilterControlsProps) {
  const [adding, setAdding] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <RemovableParts
        label={t('filters')}
        parts={filters.map((filter, index) => ({
          name: describeFilter(filter, dataset),
          onRemove: () => onChange(filters.filter((_, place) => place !== index)),
        }))}
        removeLabel={(filter) => t('removeFilter', { filter })}
      >
        {!adding && (
          <Button size="small" onClick={() => setAdding(true)}>
            {t('addFilter')}
          </Button>
        )}
      </RemovableParts>
      {adding && (
        <FilterForm
          dataset={dataset}
          onAdd={(filter) => {
            onChange([...filters, filter]);
            setAdding(false);
          }}
        />
      )}
    </Box>
  );
}

function describeFilter({ dimension, op, values }: ExploreFilter, dataset: MetricDataset): string {
  const found = dataset.dimensions.find(({ id }) => id === dimension);
  const name = found?.label ?? dimension;
  return describeCondition({ id: dimension, label: name, isDay: found?.type === 'date' }, op, values);
}

interface FilterFormProps {
  dataset: MetricDataset;
  onAdd: (filter: ExploreFilter) => void;
}

function FilterForm({ dataset, onAdd }: FilterFormProps) {
  const [first] = dataset.dimensions;
  const [dimension, setDimension] = useState(first?.id ?? '');
  const [chosenOp, setOp] = useState('');
  const [typed, setTyped] = useState('');
  const found = dataset.dimensions.find(({ id }) => id === dimension) ?? first;
  const operators = (found?.operators ?? []).filter((op) => !NESTED_OPERATORS.includes(op));
  const op = operators.includes(chosenOp) ? chosenOp : (operators[0] ?? 'in');
  const values = typed
    .split(VALUE_SEPARATOR)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  const needsValues = !WITHOUT_VALUES.includes(op);
  return (
    <Box
      component="form"
      aria-label={t('addFilter')}
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        if (needsValues && values.length === 0) return;
        onAdd({ dimension, op, values: needsValues ? values : [] });
      }}
      sx={gridStyles}
    >
      <ChoiceSelect
        label={t('filterBy')}
        value={dimension}
        options={dataset.dimensions.map(({ id, label }) => [id, label] as const)}
        onChoose={setDimension}
      />
      <ChoiceSelect
        label={t('condition')}
        value={op}
        options={operators.map((each) => [each, each.replaceAll('_', ' ')] as const)}
        onChoose={setOp}
      />
      {needsValues && (
        <ValuesInput
          dimension={found?.type === 'text' ? dimension : undefined}
          value={typed}
          onChange={setTyped}
        />
      )}
      <Button type="submit" variant="outlined" sx={{ alignSelf: 'end', minHeight: 44 }}>
        {t('addFilter')}
      </Button>
    </Box>
  );
}

interface ValuesInputProps {
  /** The dimension whose members to suggest. */
  dimension: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function ValuesInput({ dimension, value, onChange }: ValuesInputProps) {
  const id = useId();
  const last = useDeferredValue(value.split(VALUE_SEPARATOR).at(-1)?.trim() ?? '');
  const members = useQuery({ ...membersQuery(dimension ?? '', last), enabled: dimension !== undefined });
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography
        component="label"
        htmlFor={id}
        variant="body2"
        sx={{ display: 'block', color: 'text.secondary', fontWeight: 600, mb: 1 }}
      >
        {t('values')}
      </Typography>
      <Box
        component="input"
        id={id}
        value={value}
        list={`${id}-members`}
        title={t('valuesHelp')}
        autoComplete="off"
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        sx={selectStyles}
      />
      <datalist id={`${id}-members`}>
        {members.data?.members.map((member) => (
          <option key={member} value={member} />
        ))}
      </datalist>
    </Box>
  );
}

const gridStyles = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    lg: 'repeat(4, minmax(0, 1fr))',
  },
};
