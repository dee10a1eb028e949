/** Files are sent in parts, and again only where the server has none. */
import { describe, expect, it } from 'vitest';
import { createClient, uploadFile, type Schemas } from './index.js';

const FILE: Schemas['UploadFile'] = {
  id: 'f1',
  name: 'stock.csv',
  size: 6,
  partBytes: 4,
  parts: 2,
  receivedParts: [],
  complete: false,
};

/** A server that keeps parts, whose connection breaks `failures` times. */
function serve(failures: number) {
  const parts: string[] = [];
  const received = new Set<number>();
  const client = createClient({
    baseUrl: 'http://sprout.test',
    fetch: async (request) => {
      if (request.method === 'POST') return Response.json({ success: true, data: FILE });
      if (failures > 0) {
        failures -= 1;
        throw new TypeError('connection lost');
      }
      const part = Number(request.url.split('/').at(-1));
      received.add(part);
      parts.push(`${String(part)}:${await request.text()}:${request.headers.get('content-type') ?? ''}`);
      return Response.json({ success: true, data: { ...FILE, receivedParts: [...received] } });
    },
  });
  return { client, parts };
}

const file = new File(['abcdef'], 'stock.csv');

describe('uploadFile', () => {
  it('sends each part as it is, and again after a lost connection', async () => {
    const { client, parts } = serve(2);
    const progress: number[] = [];
    await uploadFile(client, 'u1', file, { onProgress: (sent) => progress.push(sent) });
    expect(parts).toEqual(['1:abcd:application/octet-stream', '2:ef:application/octet-stream']);
    expect(progress).toEqual([4, 6]);
  });

  it('resumes with the missing parts', async () => {
    const { client, parts } = serve(0);
    await uploadFile(client, 'u1', file, { resume: { ...FILE, receivedParts: [1] } });
    expect(parts).toEqual(['2:ef:application/octet-stream']);
  });

  it('gives up after some attempts', async () => {
    const { client } = serve(9);
    await expect(uploadFile(client, 'u1', file, { retries: 1 })).rejects.toMatchObject({
      code: 'unreachable',
    });
  });
});
