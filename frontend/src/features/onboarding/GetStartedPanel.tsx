/** The onboarding steps, shown on the dashboard until there is a first recommendation. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/onboarding';
import { ButtonLink } from '@/ui/ButtonLink';
import { CheckIcon, WarningIcon } from '@/ui/icons';
import { VisuallyHidden } from '@/ui/VisuallyHidden';
import { Panel } from '@/ui/Panel';
import { buildSteps, type OnboardingFacts, type OnboardingStep } from './onboardingSteps';

export function GetStartedPanel({ facts }: { facts: OnboardingFacts }) {
  return (
    <Panel title={t('getStarted')} subtitle={t('threeStepsToYourFirstPurchase')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {buildSteps(facts).map((step, index) => (
          <StepRow key={step.title} step={step} number={index + 1} />
        ))}
      </Box>
    </Panel>
  );
}

const STATE_LABELS: Record<OnboardingStep['state'], string> = {
  get done() {
    return t('stepDone');
  },
  get now() {
    return t('stepNow');
  },
  get trouble() {
    return t('stepTrouble');
  },
  get waiting() {
    return t('stepLater');
  },
};
const COLORS = {
  done: 'success.main',
  now: 'primary.main',
  trouble: 'warning.main',
  waiting: 'outline',
} as const;

function StepRow({
  step: { title, state, text, link, otherLink },
  number,
}: {
  step: OnboardingStep;
  number: number;
}) {
  return (
    <Box
      component="li"
      aria-current={state === 'now' || state === 'trouble' ? 'step' : undefined}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '36px minmax(0, 1fr)', sm: '36px minmax(0, 1fr) auto' },
        columnGap: 4,
        rowGap: 3,
        alignItems: 'start',
        py: 4,
        borderTop: number === 1 ? 0 : 1,
        borderColor: 'divider',
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 36,
          height: 36,
          border: 2,
          borderRadius: '50%',
          borderColor: COLORS[state],
          color: state === 'waiting' ? 'text.secondary' : COLORS[state],
          fontWeight: 700,
        }}
      >
        {state === 'done' ? (
          <CheckIcon fontSize="small" />
        ) : state === 'trouble' ? (
          <WarningIcon fontSize="small" />
        ) : (
          number
        )}
      </Box>
      <Box>
        <Typography component="h3" variant="h3">
          {title}
          <VisuallyHidden>{`, ${STATE_LABELS[state]}`}</VisuallyHidden>
        </Typography>
        <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{text}</Typography>
      </Box>
      {link && (
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, gridColumn: { xs: 2, sm: 'auto' } }}
          className="screen-only"
        >
          {otherLink && <ButtonLink to={otherLink.to}>{otherLink.words}</ButtonLink>}
          <ButtonLink to={link.to} variant={state === 'now' ? 'contained' : 'outlined'}>
            {link.words}
          </ButtonLink>
        </Box>
      )}
    </Box>
  );
}
