import type { View } from 'vega';
import type { Box } from './map-frame.ts';
import type { MapDocumentOptions } from './map-document.ts';

/** What is known of a map before it is drawn. */
export interface PreparedMap {
  /** Vega-Lite, with names of data sources. */
  document: object;
  /** What a legend explains, that of sizes before that of colours; undefined where there is none. */
  legend: 'size' | 'color' | undefined;
  /** What is shown first, and what is there at all. */
  box: Box;
  world: Box;
  /** What the viewer is told of rows that are not shown. */
  notes: string[];
  /** The columns that a tooltip has nothing to say of. */
  labels: { hidden: ReadonlySet<string> };
  /** Gives the view its rows: all of them at first, then those that are others at another scale. */
  fill(view: View, scale: number, isFirst: boolean): void;
}

export type MapSetting = Omit<MapDocumentOptions, 'projection'>;
