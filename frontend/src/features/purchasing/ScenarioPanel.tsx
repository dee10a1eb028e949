/** What if: the purchase plan under other assumptions. Closed until the user opens it. */
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { t } from '@/messages/en/plan_scenario';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { isExpected, useScenario } from './scenarioState';

const ScenarioEditor = lazy(async () => ({ default: (await import('./ScenarioEditor')).ScenarioEditor }));

const HEIGHT = 420;

export function ScenarioPanel() {
  const [scenario, setScenario] = useScenario();
  const [isEditing, setEditing] = useState(false);
  // A saved view opens it too.
  const isOpen = isEditing || !isExpected(scenario);
  return (
    <Panel
      title={t('whatIf')}
      subtitle={t('whatIfHelp')}
      actions={
        <Button
          variant="outlined"
          size="small"
          aria-expanded={isOpen}
          onClick={() => {
            if (isOpen) setScenario({ seasonWeeks: 0, pricePercent: 0, leadWeeks: 0, budget: undefined });
            setEditing(!isOpen);
          }}
        >
          {isOpen ? t('close') : t('tryScenario')}
        </Button>
      }
    >
      {isOpen && (
        <Suspense fallback={<LoadingPlaceholder label={t('scenarioIsLoading')} height={HEIGHT} />}>
          <ScenarioEditor scenario={scenario} onChange={setScenario} />
        </Suspense>
      )}
    </Panel>
  );
}
