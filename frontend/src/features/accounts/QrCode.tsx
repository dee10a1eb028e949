/** A QR code as one path. Dark on light in both color schemes, because cameras expect it. */
import Box from '@mui/material/Box';
import { encode } from 'uqr';

/** The quiet zone that scanners need, in modules. */
const FRAME = 4;

interface QrCodeProps {
  text: string;
  label: string;
}

export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 0 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + FRAME} ${y + FRAME}h1v1h-1z`] : [])),
  );
  const side = size + 2 * FRAME;
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      sx={{
        width: 220,
        maxWidth: '100%',
        display: 'block',
        bgcolor: 'common.white',
        color: 'common.black',
        borderRadius: 1,
      }}
    >
      <path d={squares.join('')} fill="currentColor" />
    </Box>
  );
}
