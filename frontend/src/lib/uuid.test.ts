import { describe, expect, it } from 'vitest';
import { newUuid } from './uuid';

describe('a new name', () => {
  it('is a version 4 UUID, another one each time', () => {
    const [first, second] = [newUuid(), newUuid()];
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(first).not.toBe(second);
  });
});
