/** Moves labels apart until none overlap: as little as possible, in order, and within bounds. */
export function spreadLabels(wanted: readonly number[], room: number, first: number, last: number): number[] {
  const order = wanted.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  const placed: number[] = [];
  for (const { place } of order) placed.push(Math.max(place, first, (placed.at(-1) ?? -Infinity) + room));
  let most = last;
  for (let rank = placed.length - 1; rank >= 0; rank -= 1) {
    const place = Math.min(placed[rank] ?? most, most);
    placed[rank] = place;
    most = place - room;
  }
  const result = new Array<number>(wanted.length).fill(first);
  for (const [rank, { index }] of order.entries()) result[index] = placed[rank] ?? first;
  return result;
}
