/** Links to the screens with the same figures, and to the files of an answer. */
import Box from '@mui/material/Box';
import { useSignedIn } from '@/auth/session';
import { t } from '@/messages/en/assistant';
import { TextLink } from '@/ui/TextLink';
import { FileButton } from './FileButton';
import type { Answer } from './queries';
import { isReportPath } from './reportFile';

export function Links({ links }: Pick<Answer, 'links'>) {
  const signedIn = useSignedIn();
  const files = links.filter(({ isFile, path }) => signedIn && isFile && isReportPath(path));
  const screens = links.filter(({ isFile, path }) => !isFile && /^\/(?!\/)/.test(path));
  return (
    <>
      {files.length > 0 && (
        <Box role="group" aria-label={t('files')} sx={row}>
          {files.map(({ label, path }) => (
            <FileButton key={path} label={label} path={path} />
          ))}
        </Box>
      )}
      {screens.length > 0 && (
        <Box role="group" aria-label={t('screensWithTheSameFigures')} sx={row}>
          {screens.map(({ label, path }) => (
            <TextLink key={path} to={path}>
              {t('open', { label })}
            </TextLink>
          ))}
        </Box>
      )}
    </>
  );
}

const row = { display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 2, mt: 4 };
