/** Names a computed color by its hue. */
export function contrastLead(color: string): 'red' | 'yellow' | 'green' | 'blue' | 'grey' {
  const [red = 0, green = 0, blue = 0] = channels(color);
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  if (spread < 0.08) return 'grey';
  const sixths =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  const degrees = (sixths * 60 + 360) % 360;
  if (degrees < 25 || degrees >= 330) return 'red';
  if (degrees < 70) return 'yellow';
  return degrees < 170 ? 'green' : 'blue';
}

/** `rgb(r, g, b)` ranges up to 255, `color(srgb r g b)` up to 1. */
function channels(color: string): number[] {
  const found = (color.match(/[\d.]+/g) ?? []).map(Number);
  return color.startsWith('color(') ? found : found.map((each) => each / 255);
}
