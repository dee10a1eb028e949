/** Everything that needs the plotting library, in one chunk loaded only by charts. */
export { BarPlot } from './BarPlot';
export { LinePlot } from './LinePlot';
export { RangePlot } from './RangePlot';
export { SignedBarPlot } from './SignedBarPlot';
