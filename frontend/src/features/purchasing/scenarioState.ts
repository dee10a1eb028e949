/** The scenario of the purchase plan in the URL, so that it can be shared. */
import { useUrlParams } from '@/lib/useUrlParams';

export interface Scenario {
  /** Weeks by which the coming seasons are later; earlier if negative. */
  seasonWeeks: number;
  pricePercent: number;
  /** Weeks by which suppliers take longer. */
  leadWeeks: number;
  /** What today's orders may cost; absent without a limit. */
  budget?: number;
}

/** Undefined removes the budget. */
export type ScenarioChange = Partial<Omit<Scenario, 'budget'>> & { budget?: number | undefined };

/** The API's limits. */
export const SCENARIO_LIMITS = {
  seasonWeeks: [-8, 8],
  pricePercent: [-50, 100],
  leadWeeks: [0, 12],
} as const;

export type ScenarioNumber = keyof typeof SCENARIO_LIMITS;

const NUMBERS = ['seasonWeeks', 'pricePercent', 'leadWeeks'] as const;
const MAX_BUDGET = 999_999_999_999;

/** Invalid values count as unset. */
function parseScenario(address: URLSearchParams): Scenario {
  const whole = (name: ScenarioNumber) => {
    const [min, max] = SCENARIO_LIMITS[name];
    const value = Number(address.get(name) ?? 0);
    return Number.isInteger(value) && value >= min && value <= max ? value : 0;
  };
  const budget = parseBudget(address.get('budget') ?? '');
  return {
    seasonWeeks: whole('seasonWeeks'),
    pricePercent: whole('pricePercent'),
    leadWeeks: whole('leadWeeks'),
    ...(budget === undefined ? {} : { budget }),
  };
}

/** An amount of whole cents; undefined if it is none. */
export function parseBudget(text: string): number | undefined {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text.trim())) return undefined;
  const amount = Number(text);
  return amount <= MAX_BUDGET ? amount : undefined;
}

export const isExpected = ({ seasonWeeks, pricePercent, leadWeeks, budget }: Scenario): boolean =>
  seasonWeeks === 0 && pricePercent === 0 && leadWeeks === 0 && budget === undefined;

export function useScenario(): [Scenario, (changed: ScenarioChange) => void] {
  const [address, setAddress] = useUrlParams();
  return [
    parseScenario(address),
    (changed) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          const { budget, ...numbers } = { ...parseScenario(now), ...changed };
          for (const name of NUMBERS) {
            if (numbers[name] === 0) next.delete(name);
            else next.set(name, String(numbers[name]));
          }
          if (budget === undefined) next.delete('budget');
          else next.set('budget', String(budget));
          return next;
        },
        { preventScrollReset: true },
      ),
  ];
}
