import type { ChartColors } from './vega-chart.ts';

/** Reads a chart's colours from the computed style of its element. */
export function readChartColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--text'),
    muted: read('--muted'),
    grid: read('--line'),
    series: Array.from({ length: 8 }, (_, index) => read(`--series-${index + 1}`)),
    font: style.fontFamily,
  };
}
