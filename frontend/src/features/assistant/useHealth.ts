/**
 * The assistant's health: unknown at first, then the result of the check, and degraded if the check fails.
 */
import { useQuery } from '@tanstack/react-query';
import { t } from '@/messages/en/assistant';
import { assistantHealthQuery } from './queries';

export interface Health {
  status: 'unknown' | 'healthy' | 'degraded';
  /** The status as displayed. */
  label: string;
  /** What is wrong, and what still works. */
  reason: string | undefined;
  checking: boolean;
  /** When the last check ended, in milliseconds since 1970. 0 before the first one. */
  checkedAt: number;
  check: () => void;
}

export function useHealth(): Health {
  const { data, isError, isFetching, dataUpdatedAt, errorUpdatedAt, refetch } =
    useQuery(assistantHealthQuery);
  const status = isError ? 'degraded' : (data?.status ?? 'unknown');
  return {
    status,
    label: status === 'healthy' ? t('online') : t('limited'),
    reason: isError ? t('theHealthCheckFailed') : data?.reason,
    checking: isFetching,
    checkedAt: Math.max(dataUpdatedAt, errorUpdatedAt),
    check: () => void refetch(),
  };
}
