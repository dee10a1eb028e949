/** The details of an email. The body is loaded only on request, because its links may grant access. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/operators';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { CopyLink } from './CopyLink';
import { useReadEmail, type OperatorEmail } from './emailQueries';

const formatTimes = (attempts: number): string =>
  attempts === 0 ? t('never') : t('times', { count: attempts, attempts });

/** The link that an invitation or a password reset carries. */
const LINK = /https?:\/\/\S+#token=\S+/;

export function EmailDetail({ email, emailEnabled }: { email: OperatorEmail; emailEnabled: boolean }) {
  const read = useReadEmail();
  const readable = !emailEnabled && (email.state === 'pending' || email.state === 'failed');
  const link = read.data?.body === undefined ? undefined : LINK.exec(read.data.body)?.[0];
  return (
    <Box
      sx={{
        py: 3,
        textAlign: 'start',
        display: 'grid',
        gap: 4,
        gridTemplateColumns: 'minmax(0, 1fr)',
        maxWidth: 640,
      }}
    >
      <Typography sx={{ fontWeight: 600 }}>{email.subject}</Typography>
      <DescriptionList>
        <DescriptionItem name={t('to')}>{email.toName || email.toAddress}</DescriptionItem>
        <DescriptionItem name={t('validUntil')}>{formatDateTime(email.expiresAt)}</DescriptionItem>
        <DescriptionItem name={t('attempts')}>{formatTimes(email.attempts)}</DescriptionItem>
        {email.sentAt && <DescriptionItem name={t('sent')}>{formatDateTime(email.sentAt)}</DescriptionItem>}
      </DescriptionList>
      {email.lastError && <Typography variant="body2">{email.lastError}</Typography>}
      {readable && !read.data && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
          <Button variant="outlined" disabled={read.isPending} onClick={() => read.mutate(email.id)}>
            {t('viewEmail')}
          </Button>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('anyoneWithTheLinkCanUse')}
          </Typography>
        </Box>
      )}
      {read.error && <ErrorAlert {...errorText(read.error, t('couldntOpenTheEmailTryAgain'))} />}
      <Box aria-live="polite">
        {read.data?.withheldReason && <Typography>{read.data.withheldReason}</Typography>}
        {link !== undefined && <CopyLink link={link} />}
        {read.data?.body && (
          <Box
            component="pre"
            aria-label={t('emailText')}
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
            {read.data.body}
          </Box>
        )}
      </Box>
    </Box>
  );
}
