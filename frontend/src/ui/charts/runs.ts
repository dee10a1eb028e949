/** Splits a range into its unbroken stretches: the places, one after the other, where both ends are known. */
export interface RangeAt {
  place: number;
  low: number;
  high: number;
}

export function runs(
  lows: readonly (number | undefined)[],
  highs: readonly (number | undefined)[],
): RangeAt[][] {
  const found: RangeAt[][] = [];
  for (const [place, low] of lows.entries()) {
    const high = highs[place];
    if (low === undefined || high === undefined) continue;
    const last = found.at(-1);
    if (last?.at(-1)?.place === place - 1) last.push({ place, low, high });
    else found.push([{ place, low, high }]);
  }
  return found;
}
