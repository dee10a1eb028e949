/** `answer` hands out bodies of success only. */
import { describe, expect, it } from 'vitest';
import { answer } from './index.js';

describe('answer', () => {
  it('hands out the body', async () => {
    const body = { success: true, data: { value: 1 } };
    await expect(answer(Promise.resolve({ data: body, response: new Response() }))).resolves.toBe(body);
  });

  it('refuses a body that says failure, whatever its status', async () => {
    const body = { success: false, message: 'Not today.', code: 'closed', requestId: 'r1' };
    await expect(answer(Promise.resolve({ data: body, response: new Response() }))).rejects.toMatchObject({
      message: 'Not today.',
      code: 'closed',
      fromServer: true,
    });
  });
});
