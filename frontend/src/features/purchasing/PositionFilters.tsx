/** Grouping, weeks and filters of the season position. Each choice applies at once. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/stock';
import { fieldStyles, ToolbarField } from '@/ui/table/ToolbarField';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { GROUPS, WEEK_COUNTS, type PositionState } from './positionState';

interface PositionFiltersProps {
  state: PositionState;
  categories: readonly string[];
  locations: readonly string[];
  onChange: (changed: Partial<PositionState>) => void;
}

const groupLabels = () => ({
  item_location: t('itemAndLocation'),
  item: t('item'),
  category: t('category'),
  location: t('location'),
});

export function PositionFilters({ state, categories, locations, onChange }: PositionFiltersProps) {
  const labels = groupLabels();
  return (
    <Box className="screen-only" sx={{ display: 'grid', gap: 3, mb: 4 }}>
      <ToggleGroup
        label={t('groupBy')}
        options={GROUPS}
        optionLabel={(group) => labels[group]}
        selected={[state.group]}
        onToggle={(group) => onChange({ group })}
      />
      <Box sx={fieldsStyles}>
        <Choice
          label={t('category')}
          value={state.category}
          options={[['', t('allCategories')], ...withSelected(categories, state.category)]}
          onChoose={(category) => onChange({ category })}
        />
        <Choice
          label={t('location')}
          value={state.location}
          options={[['', t('allLocations')], ...withSelected(locations, state.location)]}
          onChoose={(location) => onChange({ location })}
        />
        <Choice
          label={t('weeks')}
          value={String(state.weeks)}
          options={WEEK_COUNTS.map((weeks) => [String(weeks), t('weekCount', { weeks: String(weeks) })])}
          onChoose={(weeks) => onChange({ weeks: Number(weeks) })}
        />
        <Choice
          label={t('lines')}
          value={state.onlyShort ? 'short' : ''}
          options={[
            ['', t('allLines')],
            ['short', t('onlyShort')],
          ]}
          onChoose={(lines) => onChange({ onlyShort: lines === 'short' })}
        />
      </Box>
    </Box>
  );
}

/** The names as options, with the selected one even if it has no stock. */
const withSelected = (names: readonly string[], selected: string): [string, string][] =>
  (selected === '' || names.includes(selected) ? names : [selected, ...names]).map((name) => [name, name]);

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <ToolbarField label={label}>
      {(id) => (
        <Box
          component="select"
          id={id}
          value={value}
          onChange={(event: React.ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value)}
          sx={fieldStyles}
        >
          {options.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </Box>
      )}
    </ToolbarField>
  );
}

const fieldsStyles = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
};
