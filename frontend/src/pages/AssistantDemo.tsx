/** The assistant at a glance: what it answers, sample questions, how answers are made, and related pages. */
import Box from '@mui/material/Box';
import { Abilities } from '@/features/assistant/Abilities';
import { AnswerMethod } from '@/features/assistant/AnswerMethod';
import { Limitations } from '@/features/assistant/Limitations';
import { SampleQuestions } from '@/features/assistant/SampleQuestions';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/assistant_demo';
import { ButtonLink } from '@/ui/ButtonLink';
import { PageHeader } from '@/ui/PageHeader';

const stack = { display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' };

export default function AssistantDemo() {
  return (
    <>
      <PageHeader
        title={t('aboutSproutAi')}
        subtitle={t('askInPlainEnglishEveryFigure')}
        actions={
          <>
            <ButtonLink to="/dashboard">{t('dashboard')}</ButtonLink>
            <ButtonLink to={paths.dataSync}>{t('dataSync')}</ButtonLink>
            <ButtonLink to={paths.assistant} variant="contained" color="accent">
              {t('askSproutAi')}
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
