import { expect, it } from 'vitest';
import {
  formatAge,
  jobKindLabel,
  jobStateLabel,
  parseStateFilter,
  STATE_FILTERS,
  stateFilterLabel,
} from './jobLabels';

const now = new Date('2026-06-16T12:00:00Z');

it('says how old a job is in one unit', () => {
  const ages = [
    '2026-06-16T12:00:05Z',
    '2026-06-16T11:59:15Z',
    '2026-06-16T11:55:59Z',
    '2026-06-16T09:00:00Z',
    '2026-06-04T11:00:00Z',
  ];
  expect(ages.map((createdAt) => formatAge({ createdAt }, now))).toEqual([
    '0 s',
    '45 s',
    '4 min',
    '3 h',
    '12 d',
  ]);
});

it('says what is done and its status', () => {
  expect(jobKindLabel({ kind: 'sync' })).toBe('Data sync');
  expect(jobKindLabel({ kind: 'email' })).toBe('Email');
  expect(jobStateLabel({ state: 'queued', dueAt: '2026-06-16T11:00:00Z' }, now)).toBe('Waiting');
  expect(jobStateLabel({ state: 'queued', dueAt: '2026-06-16T13:00:00Z' }, now)).toMatch(
    /^Waiting until Jun 16, 2026/,
  );
  expect(jobStateLabel({ state: 'running', dueAt: '2026-06-16T13:00:00Z' }, now)).toBe('Running');
});

it('knows the choice in the address, and shows all for any other', () => {
  expect(STATE_FILTERS.map(stateFilterLabel)).toEqual(['All', 'Waiting', 'Running', 'Failed']);
  expect(['failed', 'queued', 'lost', null].map(parseStateFilter)).toEqual([
    'failed',
    'queued',
    'all',
    'all',
  ]);
});
