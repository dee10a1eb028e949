/** The assumptions of a scenario, and the plan under them beside the plan. */
import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useId, useState, type FocusEvent, type FormEvent } from 'react';
import { t } from '@/messages/en/plan_scenario';
import { TextInput } from '@/ui/TextInput';
import { ScenarioComparison } from './ScenarioComparison';
import {
  parseBudget,
  SCENARIO_LIMITS,
  type Scenario,
  type ScenarioChange,
  type ScenarioNumber,
} from './scenarioState';

interface ScenarioEditorProps {
  scenario: Scenario;
  onChange: (changed: ScenarioChange) => void;
}

export function ScenarioEditor({ scenario, onChange }: ScenarioEditorProps) {
  const slider = (name: ScenarioNumber, label: string, describe: (value: number) => string, step = 1) => (
    <ScenarioSlider
      // A reset, or another address, sets the slider too.
      key={`${name} ${scenario[name]}`}
      label={label}
      describe={describe}
      step={step}
      limits={SCENARIO_LIMITS[name]}
      value={scenario[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box
        className="screen-only"
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
        }}
      >
        {slider('seasonWeeks', t('season'), seasonText)}
        {slider('pricePercent', t('prices'), priceText, 5)}
        {slider('leadWeeks', t('suppliers'), leadText)}
        <BudgetInput
          key={`budget ${scenario.budget ?? ''}`}
          budget={scenario.budget}
          onChange={(budget) => onChange({ budget })}
        />
      </Box>
      <ScenarioComparison scenario={scenario} />
    </Box>
  );
}

const seasonText = (weeks: number) => {
  if (weeks === 0) return t('asExpected');
  return weeks > 0
    ? t('weeksLater', { count: weeks, weeks })
    : t('weeksEarlier', { count: -weeks, weeks: -weeks });
};

const priceText = (percent: number) =>
  percent === 0
    ? t('asExpected')
    : t('percentChange', { percent: `${percent > 0 ? '+' : '−'}${Math.abs(percent)}` });

const leadText = (weeks: number) =>
  weeks === 0 ? t('asExpected') : t('weeksLonger', { count: weeks, weeks });

interface ScenarioSliderProps {
  label: string;
  describe: (value: number) => string;
  limits: readonly [number, number];
  step: number;
  value: number;
  onChange: (value: number) => void;
}

function ScenarioSlider({ label, describe, limits: [min, max], step, value, onChange }: ScenarioSliderProps) {
  const id = useId();
  const [moved, setMoved] = useState(value);
  return (
    <Box>
      <Typography id={id} sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {describe(moved)}
      </Typography>
      <Box sx={{ px: 2 }}>
        <Slider
          aria-labelledby={id}
          getAriaValueText={describe}
          min={min}
          max={max}
          step={step}
          value={moved}
          onChange={(_, next) => setMoved(next as number)}
          onChangeCommitted={(_, next) => onChange(next as number)}
        />
      </Box>
    </Box>
  );
}

interface BudgetInputProps {
  budget: number | undefined;
  onChange: (budget: number | undefined) => void;
}

/** Applies with Enter, or when it loses the focus. */
function BudgetInput({ budget, onChange }: BudgetInputProps) {
  const [error, setError] = useState<string>();
  const apply = (form: HTMLFormElement) => {
    const text = String(new FormData(form).get('budget') ?? '');
    const amount = parseBudget(text);
    if (text.trim() !== '' && amount === undefined) {
      setError(t('budgetError'));
      return;
    }
    setError(undefined);
    if (amount !== budget) onChange(amount);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
      onBlur={(event: FocusEvent<HTMLFormElement>) => apply(event.currentTarget)}
    >
      <TextInput
        label={t('budget')}
        name="budget"
        defaultValue={budget === undefined ? '' : String(budget)}
        help={t('budgetHelp')}
        error={error}
      />
    </Box>
  );
}
