import type { ChartPalette } from '@oriel/contract';
import { mixColors, readColor, toHex } from '@oriel/dashboard/colors';
import { chartLocale } from '@oriel/dashboard/number-format';
import { defaultColors } from '@oriel/dashboard/palettes';
import { lengthenedPalette } from '@oriel/dashboard/series-colors';
import { OPEN_LABELS } from './fit/fit-labels.ts';
import { pageLanguage } from '../../messages/language.ts';

/** The colours of a chart, from the page's theme. */
export interface ChartColors {
  text: string;
  muted: string;
  grid: string;
  /** What the chart lies on. */
  surface: string;
  series: readonly string[];
  font: string;
}

/** What of a chart's look is the page's and the account's; all else is the same for every chart. */
export interface ChartLook {
  text: string;
  muted: string;
  grid: string;
  font: string;
  /** What is drawn in one colour. */
  first: string;
  category: readonly string[];
  sequential: readonly string[];
  diverging: readonly string[];
  /** How numbers and times are written. */
  locale: unknown;
}

/** The look that the page's theme and the account's palettes make. */
export function chartLook(
  { text, muted, grid, surface, series, font }: ChartColors,
  palettes: readonly ChartPalette[],
): ChartLook {
  const [first = '#4c6ef5'] = series;
  return {
    text,
    muted,
    grid,
    font,
    first,
    category: lengthenedPalette(series, surface),
    sequential: defaultColors(palettes, 'sequential') ?? [faint(first, surface), first],
    diverging: defaultColors(palettes, 'diverging') ?? [series[1] ?? first, surface, first],
    locale: chartLocale(pageLanguage()),
  };
}

/** What Vega-Lite draws with where a document says nothing. */
export function chartConfig({
  text,
  muted,
  grid,
  font,
  first,
  category,
  sequential,
  diverging,
  locale,
}: ChartLook): object {
  const axis = {
    labelColor: muted,
    titleColor: muted,
    gridColor: grid,
    domainColor: grid,
    tickColor: grid,
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 'normal',
    labelLimit: 140,
    labelOverlap: true,
    labelSeparation: 6,
    labelPadding: 6,
    titlePadding: 8,
  };
  return {
    locale,
    background: 'transparent',
    font,
    view: { stroke: null },
    axis,
    axisX: { grid: false },
    axisXDiscrete: OPEN_LABELS,
    axisBand: { grid: false, domain: false, ticks: false },
    axisQuantitative: { domain: false, ticks: false, tickCount: 5 },
    legend: {
      labelColor: muted,
      titleColor: muted,
      labelFontSize: 11,
      titleFontSize: 11,
      // Numbers of a gradient; those that would touch are left out.
      labelOverlap: true,
      labelSeparation: 8,
      symbolType: 'circle',
      // From the edge of the chart and not of its axes: a long one has more room.
      layout: { bottom: { anchor: 'start', bounds: 'full' } },
    },
    // Of a facet; Vega's own are black, as its texts and rules are, which a dark page does not show.
    header: {
      labelColor: muted,
      titleColor: muted,
      labelFontSize: 11,
      titleFontSize: 11,
      titleFontWeight: 'normal',
      labelLimit: 140,
    },
    // Beside a row as they are read; turned, they would be longer than a low one is high.
    headerRow: { labelAngle: 0, labelAlign: 'left', labelBaseline: 'middle' },
    title: { color: text },
    range: {
      category,
      ramp: sequential,
      heatmap: sequential,
      ordinal: category,
      diverging,
    },
    // A row without a value, such as one that was filled in, keeps its place on the axis; lines break there.
    mark: { color: first, invalid: 'break-paths-show-domains' },
    text: { color: text },
    rule: { color: muted },
    bar: { color: first },
    line: { color: first, strokeWidth: 2 },
    area: { color: first, line: { color: first, strokeWidth: 2 } },
    point: { color: first, size: 36 },
    rect: { color: first },
    arc: { stroke: null },
  };
}

/**
 * A colour as the smallest value of a scale has it. A colour that only a browser can read, such as a mix, stays as it
 * is.
 */
function faint(color: string, surface: string): string {
  const [strong, ground] = [readColor(color), readColor(surface)];
  return strong && ground ? toHex(mixColors(ground, strong, 0.13)) : color;
}
