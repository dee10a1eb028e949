/** What is known of a letter; its words only after somebody has asked for them, because they may let their reader in. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { sayFailure } from '@/api/errors';
import { moment } from '@/lib/format';
import { Fact, Facts } from '@/ui/Facts';
import { FailureNotice } from '@/ui/FailureNotice';
import { useReading, type Letter } from './letters';

const times = (attempts: number): string =>
  attempts === 0 ? 'Not yet' : attempts === 1 ? 'Once' : `${attempts} times`;

export function LetterDetail({ letter, byMail }: { letter: Letter; byMail: boolean }) {
  const read = useReading();
  const readable = !byMail && (letter.state === 'waiting' || letter.state === 'given_up');
  return (
    <Box
      sx={{
        py: 3,
        textAlign: 'left',
        display: 'grid',
        gap: 4,
        gridTemplateColumns: 'minmax(0, 1fr)',
        maxWidth: 640,
      }}
    >
      <Typography sx={{ fontWeight: 600 }}>{letter.subject}</Typography>
      <Facts>
        <Fact name="To">{letter.toName || letter.toAddress}</Fact>
        <Fact name="Of use until">{moment(letter.expiresAt)}</Fact>
        <Fact name="Tried">{times(letter.attempts)}</Fact>
        {letter.sentAt && <Fact name="Sent">{moment(letter.sentAt)}</Fact>}
      </Facts>
      {letter.lastError && <Typography variant="body2">{letter.lastError}</Typography>}
      {readable && !read.data && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
          <Button variant="outlined" disabled={read.isPending} onClick={() => read.mutate(letter.id)}>
            Read the letter
          </Button>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Whoever has its link can use it. That you read it is written down.
          </Typography>
        </Box>
      )}
      {read.error && <FailureNotice {...sayFailure(read.error, 'The letter did not open. Try again.')} />}
      <Box aria-live="polite">
        {read.data?.withheld && <Typography>{read.data.withheld}</Typography>}
        {read.data?.text && (
          <Box
            component="pre"
            aria-label="The letter"
            tabIndex={0}
            sx={{
              m: 0,
              p: 4,
              border: 1,
              borderColor: 'outline',
              borderRadius: 1,
              bgcolor: 'background.sunk',
              fontFamily: 'inherit',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
            }}
          >
            {read.data.text}
          </Box>
        )}
      </Box>
    </Box>
  );
}
