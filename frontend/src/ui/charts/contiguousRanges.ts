/** Splits a range into its contiguous sections, where both ends are known. */
interface RangePoint {
  place: number;
  low: number;
  high: number;
}

export function contiguousRanges(
  lows: readonly (number | undefined)[],
  highs: readonly (number | undefined)[],
): RangePoint[][] {
  const found: RangePoint[][] = [];
  for (const [index, low] of lows.entries()) {
    const high = highs[index];
    if (low === undefined || high === undefined) continue;
    const last = found.at(-1);
    if (last?.at(-1)?.place === index - 1) last.push({ place: index, low, high });
    else found.push([{ place: index, low, high }]);
  }
  return found;
}
