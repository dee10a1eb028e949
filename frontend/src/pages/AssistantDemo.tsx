/** The assistant in short: what it answers, questions to try, how answers are made, and where the work is done. */
import Box from '@mui/material/Box';
import { Abilities } from '@/features/assistant/Abilities';
import { AnswerMethod } from '@/features/assistant/AnswerMethod';
import { Limitations } from '@/features/assistant/Limitations';
import { SampleQuestions } from '@/features/assistant/SampleQuestions';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { PageHeader } from '@/ui/PageHeader';

const stack = { display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' };

export default function AssistantDemo() {
  return (
    <>
      <PageHeader
        title="Sprout AI in short"
        subtitle="Ask in your own words. Every figure of the answer comes from your own rows."
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
          <AnswerMethod />
          <Limitations />
        </Box>
      </Box>
    </>
  );
}
