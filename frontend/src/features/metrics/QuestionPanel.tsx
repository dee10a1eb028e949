/** Chooses the measures, the dimensions, the period and the filters. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/explore';
import { Panel } from '@/ui/Panel';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { ChoiceSelect } from './ChoiceSelect';
import { changeDataset, MAX_MEASURES, toggle, toggleDimension, type ExploreState } from './exploreState';
import { FilterControls } from './FilterControls';
import { SelectionControls } from './SelectionControls';
import { PeriodControls } from './PeriodControls';
import type { MetricDataset } from './queries';
import type { ChangeExplore } from './useExplore';

interface QuestionPanelProps {
  datasets: readonly MetricDataset[];
  dataset: MetricDataset;
  state: ExploreState;
  shown: { from?: string; to: string } | undefined;
  onChange: ChangeExplore;
}

export function QuestionPanel({ datasets, dataset, state, shown, onChange }: QuestionPanelProps) {
  const labels = new Map(
    [...dataset.measures, ...dataset.dimensions].map(({ id, label }) => [id, label] as const),
  );
  const groupable = dataset.dimensions.filter((one) => one.groupable);
  const label = (id: string) => labels.get(id) ?? id;
  return (
    <Panel title={t('question')}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box sx={gridStyles}>
          <ChoiceSelect
            label={t('data')}
            value={dataset.id}
            options={datasets.map((each) => [each.id, each.label] as const)}
            onChoose={(id) => {
              const chosen = datasets.find((each) => each.id === id);
              if (chosen) onChange(changeDataset(state, chosen));
            }}
          />
          {dataset.hasDays && <PeriodControls state={state} shown={shown} onChange={onChange} />}
        </Box>
        <ToggleGroup
          label={t('measures')}
          options={dataset.measures.map(({ id }) => id)}
          optionLabel={(id) => dataset.measures.find((one) => one.id === id)?.label ?? id}
          selected={state.measures}
          onToggle={(id) =>
            onChange((now) => {
              const measures = toggle(now.measures, id, MAX_MEASURES);
              return measures.length > 0 ? { measures } : {};
            })
          }
        />
        <ToggleGroup
          label={t('breakdown')}
          options={groupable.map(({ id }) => id)}
          optionLabel={label}
          selected={state.by}
          onToggle={(id) => onChange(({ by }) => ({ by: toggleDimension(by, id, dataset) }))}
        />
        <FilterControls
          dataset={dataset}
          filters={state.filters}
          onChange={(filters) => onChange({ filters })}
        />
        <SelectionControls
          label={label}
          selection={state.selection}
          onChange={(selection) => onChange({ selection })}
        />
      </Box>
    </Panel>
  );
}

const gridStyles = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    lg: 'repeat(5, minmax(0, 1fr))',
  },
};
