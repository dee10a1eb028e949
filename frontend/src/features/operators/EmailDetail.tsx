/** What is known of an email; its words only after someone has asked for them, because they may let their reader in. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { useReadEmail, type OperatorEmail } from './emailQueries';

const formatTimes = (attempts: number): string =>
  attempts === 0 ? 'Not yet' : attempts === 1 ? 'Once' : `${attempts} times`;

export function EmailDetail({ letter, byMail }: { letter: OperatorEmail; byMail: boolean }) {
  const read = useReadEmail();
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
      <DescriptionList>
        <DescriptionItem name="To">{letter.toName || letter.toAddress}</DescriptionItem>
        <DescriptionItem name="Of use until">{formatDateTime(letter.expiresAt)}</DescriptionItem>
        <DescriptionItem name="Tried">{formatTimes(letter.attempts)}</DescriptionItem>
        {letter.sentAt && <DescriptionItem name="Sent">{formatDateTime(letter.sentAt)}</DescriptionItem>}
      </DescriptionList>
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
      {read.error && <ErrorAlert {...errorText(read.error, 'The letter did not open. Try again.')} />}
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
