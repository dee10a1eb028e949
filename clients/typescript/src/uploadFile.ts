/** Uploads large files in parts that are sent again after a failure. */
import type { SproutClient } from './index.js';
import type { components } from './schema.js';
import { unwrap } from './unwrap.js';

type UploadFile = components['schemas']['UploadFile'];

/** Options of an upload. */
export interface UploadOptions {
  /** Called with the bytes that the server has. */
  onProgress?: (sentBytes: number) => void;
  signal?: AbortSignal;
  /** A file that was announced before: only its missing parts are sent. */
  resume?: UploadFile;
  /** How often a part is sent again after a connection failure. Default 3. */
  retries?: number;
}

/**
 * Adds a file to an upload and sends its parts.
 *
 * @throws {SproutError} when the server refuses the file or a part, or cannot be reached.
 */
export async function uploadFile(
  client: SproutClient,
  uploadId: string,
  file: File,
  { onProgress, signal, resume, retries = 3 }: UploadOptions = {},
): Promise<UploadFile> {
  const init = signal === undefined ? {} : { signal };
  const announced =
    resume ??
    (
      await unwrap(
        client.POST('/api/uploads/{id}/files', {
          params: { path: { id: uploadId } },
          body: { name: file.name, size: file.size },
          ...init,
        }),
      )
    ).data;
  let state = announced;
  for (let part = 1; part <= announced.parts; part += 1) {
    if (announced.receivedParts.includes(part)) continue;
    const start = (part - 1) * announced.partBytes;
    const bytes = file.slice(start, start + announced.partBytes);
    state = await sendPart(part, bytes);
    onProgress?.(Math.min(file.size, state.receivedParts.length * announced.partBytes));
  }
  return state;

  async function sendPart(part: number, bytes: Blob): Promise<UploadFile> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const sent = await unwrap(
          client.PUT('/api/uploads/{id}/files/{file}/parts/{part}', {
            params: { path: { id: uploadId, file: announced.id, part: String(part) } },
            headers: { 'Content-Type': 'application/octet-stream' },
            body: bytes as unknown as string,
            bodySerializer: (body: unknown) => body as Blob,
            ...init,
          }),
        );
        return sent.data;
      } catch (failure) {
        const status = failure instanceof Error && 'status' in failure ? failure.status : undefined;
        const isFinal = signal?.aborted === true || status !== 0;
        if (isFinal || attempt >= retries) throw failure;
      }
    }
  }
}
