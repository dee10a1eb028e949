/** The response time of an answer. Answers that need no model are instant. */
import Typography from '@mui/material/Typography';
import { formatNumber } from '@/lib/format';
import { t } from '@/messages/en/assistant';
import type { Answer } from './queries';

export function ResponseTime({
  isQuickResponse,
  responseTime,
}: Pick<Answer, 'isQuickResponse' | 'responseTime'>) {
  return (
    <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
      {isQuickResponse
        ? t('instantResponse')
        : t('answeredIn', { responseTime: formatDuration(responseTime) })}
    </Typography>
  );
}

function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return t('ms', { milliseconds: String(milliseconds) });
  return `${formatNumber(Math.round(milliseconds / 100) / 10)} s`;
}
