/** How a question was understood: the tools that were called, with their arguments. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/answer_feedback';
import type { PlannedCall } from './queries';

export function PlannedCalls({ calls }: { calls: readonly PlannedCall[] }) {
  if (calls.length === 0) return t('noToolCalled');
  return calls.map((call, index) => (
    <Box
      key={index}
      component="code"
      sx={{ display: 'block', overflowWrap: 'anywhere', typography: 'body2', fontFamily: 'monospace' }}
    >
      {callText(call)}
    </Box>
  ));
}

/** The call as text, such as `stock_level(item: "Urea")`. */
function callText({ tool, args }: PlannedCall): string {
  const named = Object.entries((args ?? {}) as Record<string, unknown>);
  return `${tool}(${named.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')})`;
}
