/** The user's question. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant';
import { VisuallyHidden } from '@/ui/VisuallyHidden';
import { Time } from './Time';

interface UserBubbleProps {
  question: string;
  /** RFC 3339. */
  askedAt: string;
}

export function UserBubble({ question, askedAt }: UserBubbleProps) {
  return (
    <Box
      data-message="user"
      sx={{
        position: 'relative',
        justifySelf: 'end',
        maxWidth: { xs: '92%', sm: '80%' },
        px: 4,
        py: 3,
        borderRadius: 1,
        borderBottomRightRadius: 3,
        color: 'primary.contrastText',
        bgcolor: 'primary.main',
        breakInside: 'avoid',
        '@media print': { color: 'text.primary', bgcolor: 'transparent', border: 1, borderColor: 'divider' },
      }}
    >
      <Typography sx={{ whiteSpace: 'pre-wrap' }}>
        <VisuallyHidden>{`${t('youAsked')} `}</VisuallyHidden>
        {question}
      </Typography>
      <Box sx={{ textAlign: 'end', opacity: 0.9 }}>
        <Time at={askedAt} />
      </Box>
    </Box>
  );
}
