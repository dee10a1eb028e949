/** A new signing secret, shown only once. */
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/webhooks';
import { OneTimeSecret } from '@/ui/OneTimeSecret';

interface SigningSecretProps {
  name: string;
  secret: string;
  onDone: () => void;
}

export function SigningSecret({ name, secret, onDone }: SigningSecretProps) {
  return (
    <OneTimeSecret
      secret={secret}
      label={t('secretOf', { name })}
      notice={<Typography sx={{ fontWeight: 600 }}>{t('copySecretNow')}</Typography>}
      usage={t.rich('verifyRequests', { link: <a href="/docs">{t('apiReference')}</a> })}
      texts={{
        copy: t('copySecret'),
        copied: t('secretCopied'),
        blocked: t('browserBlockedCopying'),
        done: t('done'),
      }}
      onDone={onDone}
    />
  );
}
