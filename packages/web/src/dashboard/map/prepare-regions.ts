import { isPackagedSource, type PackagedSource } from '@oriel/contract/map-sources';
import type { Cell, QueryResult } from '../../query/load-batch.ts';
import { t } from '../../messages/dashboard-texts.ts';
import { joinRegions } from './join-regions.ts';
import type { Box } from './map-frame.ts';
import { regionsDocument, SOURCES, type RegionsSpec } from './map-document.ts';
import type { MapSetting, PreparedMap } from './prepared-map.ts';
import { boxOfRegions, STATES, WORLD } from './projections.ts';
import { loadRegions } from './region-source.ts';

const BOXES: Readonly<Record<PackagedSource, Box>> = { world: WORLD, 'us-states': STATES };

/** What the legend explains. */
const SHOWN_SCALE = 'color';

/** Values that a note names. */
const MAX_NAMED = 3;

/** Regions with the colour of their rows. */
export async function prepareRegions(
  spec: RegionsSpec,
  result: QueryResult,
  setting: MapSetting,
): Promise<PreparedMap> {
  const projection = spec.source === 'us-states' ? 'albersUsa' : 'mercator';
  // Refused for a column that is not there, before anything is loaded.
  regionsDocument(spec, { ...setting, projection });
  const source = await loadRegions(spec.source, spec.property);
  const { matched, blank, unmatched, repeated } = joinRegions(source, result, spec);
  const known = isPackagedSource(spec.source) ? BOXES[spec.source] : undefined;
  const box = known ?? boxOfRegions(source.regions);
  // A scale of no values has nothing to explain.
  const hasLegend = setting.hasLegend && matched.length > 0;
  return {
    document: regionsDocument(spec, { ...setting, hasLegend, projection }),
    legend: hasLegend ? SHOWN_SCALE : undefined,
    box,
    world: box,
    notes: [...noteOf('map.unmatched', unmatched), ...noteOf('map.repeated', repeated)],
    labels: { hidden: new Set() },
    fill(view, _scale, isFirst) {
      if (isFirst) view.data(SOURCES.land, blank).data(SOURCES.regions, matched);
    },
  };
}

function noteOf(key: 'map.unmatched' | 'map.repeated', values: readonly Cell[]): string[] {
  if (values.length === 0) return [];
  const named = [...new Set(values.map((value) => String(value ?? '–')))];
  const list = [...named.slice(0, MAX_NAMED), ...(named.length > MAX_NAMED ? ['…'] : [])].join(', ');
  return [t(key, { count: values.length, values: list })];
}
