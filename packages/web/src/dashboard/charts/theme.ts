import type { ChartColors } from './chart-config.ts';

/** Reads a chart's colours from the computed style of its element. */
export function readChartColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--text'),
    muted: read('--muted'),
    grid: read('--line'),
    series: [...seriesColors(read)],
    surface: read('--surface'),
    font: style.fontFamily,
  };
}

/** The eight of the style sheet, then those of the account's palette, which may have more. */
function* seriesColors(read: (name: string) => string): Generator<string> {
  for (let index = 1; ; index += 1) {
    const color = read(index > 8 ? `--account-series-${index}` : `--series-${index}`);
    if (color === '') return;
    yield color;
  }
}
