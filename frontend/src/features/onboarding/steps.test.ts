/** The first steps: how each stands, and where it leads, for those who may go and those who may not. */
import { describe, expect, it } from 'vitest';
import { status as synced, health, stats } from '@/test/server';
import { askWords, stepsOf, type Facts } from './steps';

const never: Facts['status'] = {
  isRunning: false,
  stats: { ...stats, totalRecords: 0, successfulUpserts: 0, errors: 0 },
  recentErrors: [],
  tables: [],
};
const new_: Facts = {
  source: undefined,
  health: undefined,
  status: never,
  run: undefined,
  stockRows: 0,
  withoutReorderPoint: 0,
  permissions: ['sources.manage', 'sync.run', 'purchasing.manage'],
  ask: 'Ask Robin Field.',
};
const landed: Facts['status'] = {
  ...synced,
  stats: { ...stats, errors: 0 },
  tables: [{ sourceTable: 'inventory_data', targetTable: 'inventory', rows: 12, overdue: false }],
};
const states = (facts: Facts) => stepsOf(facts).map(({ state }) => state);

describe('whoever may', () => {
  it('begins with the source', () => {
    expect(states(new_)).toEqual(['now', 'waiting', 'waiting']);
    expect(stepsOf(new_)[0]?.link).toEqual({ to: '/data-sync#source', words: 'Connect your data' });
  });

  it('goes on to the first sync, and sees how far it is', () => {
    const connected = { ...new_, source: 'depot', health };
    expect(states(connected)).toEqual(['done', 'now', 'waiting']);
    expect(stepsOf(connected)[1]?.link?.words).toBe('Start the first sync');
    const going = { ...connected, status: { ...never, isRunning: true } };
    expect(stepsOf(going)[1]).toMatchObject({ state: 'now', link: { to: '/data-sync#sync' } });
  });

  it('reads why a source does not answer', () => {
    const away = {
      bigQuery: false,
      supabase: true,
      overall: false,
      sourceReason: 'There is no folder depot.',
    };
    const [first] = stepsOf({ ...new_, source: 'depot', health: away });
    expect(first).toMatchObject({
      state: 'trouble',
      words: 'depot does not answer. There is no folder depot.',
    });
  });

  it('reads why a sync brought nothing', () => {
    const failed = {
      ...never,
      runId: '0190',
      recentErrors: [
        { table: 'inventory_data', error: 'It has no column item_id.', timestamp: '2026-06-14T06:10:00Z' },
      ],
    };
    expect(stepsOf({ ...new_, source: 'depot', health, status: failed })[1]).toMatchObject({
      state: 'trouble',
      words: 'The last sync brought no rows. inventory_data: It has no column item_id.',
    });
  });

  it('reads that the data are too thin, and why', () => {
    const thin = { ...new_, source: 'depot', health, status: landed, stockRows: 12, withoutReorderPoint: 12 };
    const [, sync, last] = stepsOf(thin);
    expect(sync?.words).toMatch(/^12 rows are here since /);
    expect(last).toMatchObject({ state: 'trouble', link: { to: '?ordering=minimum' } });
    expect(last?.words).toContain('too thin for a recommendation: 12 of 12 stock rows have neither');
    const [, , noStock] = stepsOf({ ...thin, stockRows: 0, withoutReorderPoint: 0 });
    expect(noStock?.words).toContain('inventory_data brought no rows');
  });
});

describe('whoever may not', () => {
  it('is told whom to ask, and is led nowhere', () => {
    const viewer = { ...new_, permissions: [] };
    const [first] = stepsOf(viewer);
    expect(first?.words).toContain('Ask Robin Field.');
    expect(first?.link).toBeUndefined();
    const [, second] = stepsOf({ ...viewer, source: 'depot', health });
    expect(second?.words).toContain('Ask Robin Field.');
    expect(second?.link).toBeUndefined();
  });

  it('reads names, or roles where there are no names', () => {
    const members = [
      { name: 'Ada Larsen', role: 'viewer', you: true },
      { name: 'Robin Field', role: 'owner', you: false },
      { name: 'Bo Stone', role: 'admin', you: false },
      { name: 'Cy Hill', role: 'member', you: false },
    ];
    expect(askWords(members)).toBe('Ask Robin Field or Bo Stone.');
    expect(askWords(undefined)).toBe('Ask an owner or admin of your organization.');
  });
});
