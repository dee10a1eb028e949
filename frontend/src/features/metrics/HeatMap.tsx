/** A table of two dimensions, its cells tinted by their value: green above zero, amber below. */
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/explore';
import { useChartColors } from '@/ui/charts/useChartColors';

/** The opacity of the strongest tint. The contrast of text on it is above 5 in both color schemes. */
const STRONGEST_TINT = 0.35;

interface HeatMapLine {
  name: string;
  /** The cells in the order of the columns. Undefined where there is no row. */
  cells: readonly (HeatMapCell | undefined)[];
}

interface HeatMapCell {
  /** Identifies the cell for `onOpen`. */
  point: string;
  value: number | undefined;
}

export interface HeatMapProps {
  /** What the map shows. Names the table. */
  label: string;
  /** The measure and unit of the cells. */
  unit: string;
  /** What the rows are. */
  heading: string;
  columns: readonly string[];
  lines: readonly HeatMapLine[];
  /** The value in full. */
  format: (value: number) => string;
  /** The value in a cell. */
  tickFormat: (value: number) => string;
  /** Opens the rows behind a cell. */
  onOpen?: (point: string) => void;
}

export function HeatMap({ label, unit, heading, columns, lines, format, tickFormat, onOpen }: HeatMapProps) {
  const theme = useTheme();
  const { chart: hues } = useChartColors();
  const tint = (value: number) =>
    theme.alpha(value < 0 ? hues.amber : hues.green, (Math.abs(value) / largest) * STRONGEST_TINT);
  const largest = Math.max(
    ...lines.flatMap(({ cells }) => cells.map((cell) => Math.abs(cell?.value ?? 0))),
    Number.MIN_VALUE,
  );
  return (
    <Box component="figure" aria-label={label} sx={{ m: 0, minWidth: 0 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {t('strongerIsLarger', { unit })}
      </Typography>
      {/* Scrolls by keyboard too. */}
      <Box tabIndex={0} role="region" aria-label={t('heatMapOf', { label })} sx={{ overflowX: 'auto' }}>
        <Box component="table" aria-label={label} sx={tableStyles}>
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <Box
                    component="td"
                    key={columns[index]}
                    title={cell?.value === undefined ? undefined : format(cell.value)}
                    sx={{
                      ...(cell?.value !== undefined && { bgcolor: tint(cell.value) }),
                      ...(cell && onOpen && { cursor: 'pointer' }),
                    }}
                    {...(cell && onOpen && { onClick: () => onOpen(cell.point) })}
                  >
                    {cell?.value === undefined ? '' : tickFormat(cell.value)}
                  </Box>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}

const tableStyles = {
  borderCollapse: 'separate',
  borderSpacing: 2,
  typography: 'body2',
  '& th': { color: 'text.secondary', fontWeight: 600, px: 2, py: 1, whiteSpace: 'nowrap', textAlign: 'end' },
  '& th:first-of-type': {
    textAlign: 'start',
    position: 'sticky',
    insetInlineStart: 0,
    bgcolor: 'background.paper',
    maxWidth: 220,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& td': {
    minWidth: 56,
    height: 32,
    px: 2,
    textAlign: 'end',
    borderRadius: 0.5,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
};
