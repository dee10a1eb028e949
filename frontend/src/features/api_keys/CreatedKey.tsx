/** The token of a new key, shown only once. */
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/api_keys';
import { OneTimeSecret } from '@/ui/OneTimeSecret';

interface CreatedKeyProps {
  name: string;
  token: string;
  onDone: () => void;
}

export function CreatedKey({ name, token, onDone }: CreatedKeyProps) {
  return (
    <OneTimeSecret
      secret={token}
      label={t('apiKey', { name })}
      notice={
        <>
          <Typography sx={{ fontWeight: 600 }}>{t('created', { name })}</Typography>
          <Typography>{t('copyTheKeyNowAndStore')}</Typography>
        </>
      }
      usage={t.rich('sendItInTheAuthorizationHeader', { link: <a href="/docs">{t('apiReference')}</a> })}
      texts={{
        copy: t('copyKey'),
        copied: t('keyCopied'),
        blocked: t('yourBrowserBlockedCopyingSelectThe'),
        done: t('done'),
      }}
      onDone={onDone}
    />
  );
}
