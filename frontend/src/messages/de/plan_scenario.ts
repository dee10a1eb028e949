/** German texts: what if the season, prices, suppliers or the budget differ. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/plan_scenario';

export const messages: Translation<typeof t> = {
  whatIf: 'Was wäre wenn',
  whatIfHelp:
    'Der Plan unter anderen Annahmen, neben dem Plan. Nichts wird gespeichert; der Link kann geteilt werden.',
  tryScenario: 'Szenario ausprobieren',
  close: 'Szenario schließen',
  scenarioIsLoading: 'Das Szenario wird geplant',
  couldntCompare: 'Das Szenario konnte nicht geplant werden.',
  changeSomething: 'Bewegen Sie einen Regler oder geben Sie ein Budget ein.',
  season: 'Kommende Saisons',
  prices: 'Einkaufspreise',
  suppliers: 'Lieferanten',
  asExpected: 'Wie erwartet',
  weeksLater: { one: '1 Woche später', other: '{weeks} Wochen später' },
  weeksEarlier: { one: '1 Woche früher', other: '{weeks} Wochen früher' },
  percentChange: '{percent} %, Verkaufspreise bleiben',
  weeksLonger: { one: '1 Woche länger', other: '{weeks} Wochen länger' },
  budget: 'Budget für heutige Bestellungen',
  budgetHelp: 'Leer für keine Grenze',
  budgetError: 'Geben Sie einen Betrag wie 50000 oder 50000.50 ein.',
  deferred: {
    one: 'Das Budget reicht für 1 Bestellung über {cost} nicht. Eine Woche damit zu warten kostet {waiting}.',
    other:
      'Das Budget reicht für {lines} Bestellungen über {cost} nicht. Eine Woche damit zu warten kostet {waiting}.',
  },
  totals: 'Plan und Szenario',
  total: 'Kennzahl',
  plan: 'Plan',
  scenario: 'Szenario',
  difference: 'Unterschied',
  ordersToday: 'Bestellungen heute',
  costToday: 'Kosten der heutigen Bestellungen',
  transfers: 'Nur Umlagerungen',
  ordersLater: 'Spätere Bestellungen',
  runsShort: 'Zeilen, die innerhalb von 26 Wochen knapp werden',
  nothingChanges: 'Keine Zeile ändert sich',
  linesChange: { one: '1 Zeile ändert sich', other: '{lines} Zeilen ändern sich' },
  largestChanges: '{lines} Zeilen ändern sich: die {shown} größten',
  changedLines: 'Zeilen, die sich ändern',
  item: 'Artikel',
  costDifference: 'Kostenunterschied',
  orderNow: 'Jetzt {quantity} bestellen',
  transfer: 'Umlagern',
  offerSubstitute: 'Ersatz anbieten',
  orderLater: 'In der Woche vom {day} bestellen',
  doNothing: 'Nichts zu tun',
  overBudget: 'Über dem Budget',
  assumptions:
    'Im Budget sind die Bestellungen, deren Aufschub je Geldeinheit am meisten kostet. Zeilen, die ihrem Meldebestand folgen: {rows}; nur ihre Preise ändern sich.',
};
