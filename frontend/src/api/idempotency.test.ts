import { SproutError } from '@sprout/client';
import { describe, expect, it } from 'vitest';
import { createSendOnce, type IdempotencyHeader } from './idempotency';

function sender(failures: (SproutError | undefined)[]) {
  const keys: string[] = [];
  const send = (header: IdempotencyHeader): Promise<string> => {
    keys.push(header['Idempotency-Key']);
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve('done');
  };
  return { keys, send };
}

const unheard = () => new SproutError('Sprout cannot be reached.', 0, 'unreachable');

describe('once', () => {
  it('keeps the name of a request until the server has answered', async () => {
    const { keys, send } = sender([unheard(), new SproutError('A fault.', 500, 'internal')]);
    const make = createSendOnce();
    await expect(make({ name: 'Export' }, send)).rejects.toThrow('reached');
    await expect(make({ name: 'Export' }, send)).rejects.toThrow('fault');
    await expect(make({ name: 'Export' }, send)).resolves.toBe('done');
    expect(new Set(keys).size).toBe(1);
    await make({ name: 'Export' }, send);
    expect(new Set(keys).size).toBe(2);
  });

  it('names another request again, and a request that was refused', async () => {
    const { keys, send } = sender([unheard(), new SproutError('Taken.', 409, 'already_member'), unheard()]);
    const make = createSendOnce();
    await expect(make({ to: 'ada' }, send)).rejects.toThrow();
    await expect(make({ to: 'bo' }, send)).rejects.toThrow('Taken');
    await expect(make({ to: 'bo' }, send)).rejects.toThrow();
    await make({ to: 'bo' }, send);
    expect(keys[2]).toBe(keys[3]);
    expect(new Set(keys).size).toBe(3);
  });

  it('keeps the name of what is under way', async () => {
    const { keys, send } = sender([new SproutError('Under way.', 409, 'idempotency_in_progress')]);
    const make = createSendOnce();
    await expect(make('all', send)).rejects.toThrow('Under way');
    await make('all', send);
    expect(keys[0]).toBe(keys[1]);
  });
});
