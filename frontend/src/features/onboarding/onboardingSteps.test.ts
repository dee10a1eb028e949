/** Onboarding steps: state and link, with and without permission. */
import { describe, expect, it } from 'vitest';
import { health, stats, status as synced } from '@/test/server';
import { whomToAsk, buildSteps, type OnboardingFacts } from './onboardingSteps';

const never: OnboardingFacts['status'] = {
  isRunning: false,
  stats: { ...stats, totalRecords: 0, successfulUpserts: 0, errors: 0 },
  recentErrors: [],
  tables: [],
};
const new_: OnboardingFacts = {
  source: undefined,
  health: undefined,
  status: never,
  run: undefined,
  stockRows: 0,
  withoutReorderPoint: 0,
  permissions: ['sources.manage', 'sync.run', 'purchasing.manage'],
  ask: 'Ask Robin Field.',
};
const landed: OnboardingFacts['status'] = {
  ...synced,
  stats: { ...stats, errors: 0 },
  tables: [{ sourceTable: 'inventory_data', targetTable: 'inventory', rows: 12, overdue: false, notes: [] }],
};
const states = (facts: OnboardingFacts) => buildSteps(facts).map(({ state }) => state);

describe('with permission', () => {
  it('begins with the source', () => {
    expect(states(new_)).toEqual(['now', 'waiting', 'waiting']);
    expect(buildSteps(new_)[0]?.link).toEqual({ to: '/data-sync#source', words: 'Connect your data' });
    expect(buildSteps(new_)[0]?.otherLink).toEqual({ to: '/data-sync?import=new', words: 'Import files' });
  });

  it('continues to the first sync, and sees its progress', () => {
    const connected = { ...new_, source: 'depot', health };
    expect(states(connected)).toEqual(['done', 'now', 'waiting']);
    expect(buildSteps(connected)[1]?.link?.words).toBe('Start the first sync');
    const going = { ...connected, status: { ...never, isRunning: true } };
    expect(buildSteps(going)[1]).toMatchObject({ state: 'now', link: { to: '/data-sync#sync' } });
  });

  it('reads why a source does not answer', () => {
    const away = {
      bigQuery: false,
      supabase: true,
      overall: false,
      issues: [],
      sourceReason: 'There is no folder depot.',
    };
    const [first] = buildSteps({ ...new_, source: 'depot', health: away });
    expect(first).toMatchObject({
      state: 'trouble',
      text: 'depot isn’t responding. There is no folder depot.',
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
    expect(buildSteps({ ...new_, source: 'depot', health, status: failed })[1]).toMatchObject({
      state: 'trouble',
      text: 'The last sync loaded no rows. inventory_data: It has no column item_id.',
    });
    const error = 'stock.csv, line 2: on_hand is not a number (found "x")';
    const reject = {
      table: 'inventory_data',
      code: 'not_number',
      reason: 'on_hand is not a number',
    } as const;
    const rejected = {
      ...failed,
      recentErrors: [{ table: 'inventory_data', error, reject, timestamp: '2026-06-14T06:10:00Z' }],
    };
    expect(buildSteps({ ...new_, source: 'depot', health, status: rejected })[1]?.text).toBe(
      `The last sync loaded no rows. inventory_data: ${error}`,
    );
  });

  it('explains that there is too little data', () => {
    const thin = { ...new_, source: 'depot', health, status: landed, stockRows: 12, withoutReorderPoint: 12 };
    const [, sync, last] = buildSteps(thin);
    expect(sync?.text).toMatch(/^12 rows synced on /);
    expect(last).toMatchObject({ state: 'trouble', link: { to: '?ordering=minimum' } });
    expect(last?.text).toContain('not enough data for recommendations: 12 of 12 stock items have neither');
    const [, , noStock] = buildSteps({ ...thin, stockRows: 0, withoutReorderPoint: 0 });
    expect(noStock?.text).toContain('inventory_data is empty');
  });
});

describe('with permission not', () => {
  it('is shown whom to ask, and is led nowhere', () => {
    const viewer = { ...new_, permissions: [] };
    const [first] = buildSteps(viewer);
    expect(first?.text).toContain('Ask Robin Field.');
    expect(first?.link).toBeUndefined();
    const [, second] = buildSteps({ ...viewer, source: 'depot', health });
    expect(second?.text).toContain('Ask Robin Field.');
    expect(second?.link).toBeUndefined();
  });

  it('reads names, or roles where there are no names', () => {
    const members = [
      { name: 'Ada Larsen', role: 'viewer', isCurrentUser: true },
      { name: 'Robin Field', role: 'owner', isCurrentUser: false },
      { name: 'Bo Stone', role: 'admin', isCurrentUser: false },
      { name: 'Cy Hill', role: 'member', isCurrentUser: false },
    ] as const;
    expect(whomToAsk(members)).toBe('Ask Robin Field or Bo Stone.');
    expect(whomToAsk(undefined)).toBe('Ask an owner or admin of your organization.');
  });
});
