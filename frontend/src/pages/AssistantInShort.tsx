/** The assistant in short: what it answers, questions to try, how answers are made, and where the work is done. */
import Box from '@mui/material/Box';
import { Abilities } from '@/features/assistant/Abilities';
import { HowAnswersAreMade } from '@/features/assistant/HowAnswersAreMade';
import { Refusals } from '@/features/assistant/Refusals';
import { SampleQuestions } from '@/features/assistant/SampleQuestions';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { PageTitle } from '@/ui/PageTitle';

const stack = { display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' };

export default function AssistantInShort() {
  return (
    <>
      <PageTitle
        title="Sprout AI in short"
        purpose="Ask in your own words. Every figure of the answer comes from your own rows."
        actions={
          <>
            <ButtonLink to="/dashboard">Dashboard</ButtonLink>
            <ButtonLink to={paths.dataSync}>Data Sync</ButtonLink>
            <ButtonLink to={paths.assistant} variant="contained" color="accent">
              Ask Sprout AI
            </ButtonLink>
          </>
        }
      />
      <Box sx={stack}>
        <Abilities />
        <SampleQuestions />
        <Box
          sx={{ ...stack, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '3fr 2fr' }, alignItems: 'start' }}
        >
          <HowAnswersAreMade />
          <Refusals />
        </Box>
      </Box>
    </>
  );
}
