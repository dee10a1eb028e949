/** `unwrap` returns only the bodies of successful calls. */
import { describe, expect, it } from 'vitest';
import { unwrap } from './index.js';

describe('unwrap', () => {
  it('returns the body', async () => {
    const body = { success: true, data: { value: 1 } };
    await expect(unwrap(Promise.resolve({ data: body, response: new Response() }))).resolves.toBe(body);
  });

  it('throws on a failure body, whatever its status', async () => {
    const body = { success: false, message: 'Not today.', code: 'closed', requestId: 'r1' };
    await expect(unwrap(Promise.resolve({ data: body, response: new Response() }))).rejects.toMatchObject({
      message: 'Not today.',
      code: 'closed',
      fromServer: true,
    });
  });
});
