/** Downloads a report that an answer links to, with the user's token. */
import type { Schemas } from '@sprout/client';
import { apiClient } from '@/api/client';
import { downloadText } from '@/lib/download';

const REPORT_PATH = '/api/ai-bot/report';

/** Whether an answer's link points to a report that this module can download. */
export const isReportPath = (path: string): boolean => path.split('?')[0] === REPORT_PATH;

export async function downloadReport(path: string): Promise<void> {
  const asked = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
  // The server created the address, and rejects unknown ones.
  const query = asked as { kind?: Schemas['ReportKind']; period?: string; format?: Schemas['ReportFormat'] };
  const { data, response } = await apiClient.GET(REPORT_PATH, { params: { query }, parseAs: 'text' });
  const named = /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '');
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'text/plain';
  downloadText(named?.[1] ?? 'report', type, String(data));
}
