/** Idempotency keys: the server runs a request once, however often it is sent. */
import { SproutError } from '@sprout/client';
import { useState } from 'react';
import { newUuid } from '@/lib/uuid';

/** The idempotency key header. */
export interface IdempotencyHeader {
  'Idempotency-Key': string;
}

/** Sends a request with its own idempotency key. */
type SendOnce = <Answer>(
  wish: unknown,
  send: (header: IdempotencyHeader) => Promise<Answer>,
) => Promise<Answer>;

/**
 * A request keeps its key until its outcome is known, so that a retry after a broken connection is not run
 * twice. Once the server has answered, the next request gets a new key.
 */
export function createSendOnce(): SendOnce {
  let open: { text: string; key: string } | undefined;
  return async (wish, send) => {
    const text = JSON.stringify(wish);
    const mine = open?.text === text ? open : { text, key: newUuid() };
    open = mine;
    try {
      const answer = await send({ 'Idempotency-Key': mine.key });
      forget(mine);
      return answer;
    } catch (failure) {
      if (failure instanceof SproutError && isFinalResponse(failure)) forget(mine);
      throw failure;
    }
  };

  function forget(wish: { key: string }) {
    if (open?.key === wish.key) open = undefined;
  }
}

/** Whether the server knows the outcome: the request may still be running, or never have arrived. */
const isFinalResponse = ({ status, code }: SproutError) =>
  status >= 400 && status < 500 && code !== 'idempotency_in_progress';

/** Provides the idempotency keys of one form or button. */
export function useIdempotencyKey(): SendOnce {
  return useState(createSendOnce)[0];
}
