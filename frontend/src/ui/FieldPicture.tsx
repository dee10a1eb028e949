/** Rows of a field that run to the horizon, with a seedling in front. Decoration in the colors of the theme. */
import Box from '@mui/material/Box';

/** Where the rows end at the lower edge. */
const ROW_ENDS = [-260, -120, 0, 90, 160, 240, 310, 400, 520, 660];

export function FieldPicture() {
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 400 200"
      sx={{
        display: 'block',
        fill: 'currentColor',
        width: '100%',
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        '& .sky': { color: 'accent.wash' },
        '& .sun': { color: 'accent.light' },
        '& .hill': { color: 'chart.green', opacity: 0.45 },
        '& .field': { color: 'background.sunk' },
        '& .row': { color: 'chart.green', opacity: 0.55 },
        '& .leaf': { color: 'primary.main' },
        '& .stem': { color: 'primary.main' },
      }}
    >
      <rect className="sky" width="400" height="200" />
      <circle className="sun" cx="305" cy="62" r="22" />
      <path className="hill" d="M0 92C70 62 130 66 200 84S330 100 400 74V120H0Z" />
      <path className="field" d="M0 100Q200 84 400 100V200H0Z" />
      <g className="row" fill="none" stroke="currentColor" strokeWidth="3">
        {ROW_ENDS.map((end) => (
          <path key={end} d={`M${String(200 + (end - 200) / 9)} 93L${String(end)} 200`} />
        ))}
      </g>
      <path
        className="stem"
        d="M200 190C200 166 199 150 200 128"
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path className="leaf" d="M200 146C176 146 160 130 158 106C184 106 200 122 200 146Z" />
      <path className="leaf" d="M200 132C200 108 216 92 242 90C242 116 226 132 200 132Z" />
    </Box>
  );
}
