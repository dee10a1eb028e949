/** Sample questions. Each one opens the chat and asks it. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { askAssistantPath } from '@/lib/paths';
import { t } from '@/messages/en/assistant_demo';
import { Panel } from '@/ui/Panel';
import { ArrowRightIcon } from '@/ui/arrowIcons';
import { sampleQuestions, topicLabel } from './sampleQuestions';

export function SampleQuestions() {
  return (
    <Panel title={t('sampleQueries')} subtitle={t('selectAQuestionToAskIt')}>
      <Box
        component="ul"
        aria-label={t('sampleQueries')}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          columnGap: 6,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {sampleQuestions.map(({ topic, question }) => (
          <Box component="li" key={question} sx={{ borderTop: 1, borderColor: 'divider' }}>
            <Box
              component={Link}
              to={askAssistantPath(question)}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '88px minmax(0, 1fr) auto' },
                alignItems: 'center',
                columnGap: 3,
                py: 3,
                px: 1,
                color: 'text.primary',
                textDecoration: 'none',
                '&:hover': { bgcolor: 'background.sunk' },
                '&:hover [data-words]': { textDecoration: 'underline' },
              }}
            >
              <Typography
                component="span"
                variant="body2"
                aria-hidden
                sx={{ color: 'text.secondary', gridColumn: { xs: '1 / -1', sm: 'auto' } }}
              >
                {topicLabel(topic)}
              </Typography>
              <Box component="span" data-words sx={{ fontWeight: 600, color: 'primary.main' }}>
                {question}
              </Box>
              <ArrowRightIcon aria-hidden sx={{ fontSize: 16, color: 'text.secondary' }} />
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
