/** Everything that needs the plotting library, in one chunk that only charts load. */
export { BarPlot } from './BarPlot';
export { LinePlot } from './LinePlot';
