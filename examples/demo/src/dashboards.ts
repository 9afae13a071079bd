/** Widgets name reports by the keys of `reports.ts`; loading the demo replaces the keys by ids. */
export interface DemoWidget {
  id: string;
  type: string;
  position: { x: number; y: number; w: number; h: number };
  config: Record<string, unknown>;
}

const chart = (report: string, x: number, y: number, w: number, h: number): DemoWidget => ({
  id: report,
  type: 'CHART',
  position: { x, y, w, h },
  config: { report },
});

const stateFilter = {
  member: 'network.origin_state',
  label: 'From state',
  operator: 'equals',
  multiple: true,
};

/** Twelve charts, three to a row. */
export const overviewWidgets: DemoWidget[] = [
  { id: 'filter-state', type: 'FILTER', position: { x: 0, y: 0, w: 4, h: 2 }, config: stateFilter },
  {
    id: 'filter-time',
    type: 'FILTER',
    position: { x: 4, y: 0, w: 4, h: 2 },
    config: { member: 'network.departure', label: 'Departure', operator: 'between' },
  },
  {
    id: 'grain',
    type: 'TIME_GRAIN',
    position: { x: 8, y: 0, w: 4, h: 2 },
    config: { member: 'network.departure', label: 'Time by', granularities: ['day', 'week', 'month'] },
  },
  ...[
    'traffic',
    'delay-trend',
    'busiest',
    'routes',
    'punctuality',
    'hours',
    'heat',
    'distance',
    'late-origins',
    'size-delay',
    'punctuality-by-month',
    'miles',
  ].map((key, index) => chart(key, (index % 3) * 4, 2 + Math.floor(index / 3) * 7, 4, 7)),
];

/** Text, figures side by side, a line, a chart, a map and a table. */
export const punctualityWidgets: DemoWidget[] = [
  {
    id: 'intro',
    type: 'TEXT',
    position: { x: 0, y: 0, w: 8, h: 3 },
    config: {
      content:
        '## Punctuality\n\nA flight counts as **late** when it arrives more than fifteen minutes after its time. Figures are for departures from the airports that you can see.',
    },
  },
  {
    id: 'filter-origin',
    type: 'FILTER',
    position: { x: 8, y: 0, w: 4, h: 3 },
    config: { member: 'network.origin_city', label: 'From city', operator: 'equals', multiple: true },
  },
  {
    id: 'figures',
    type: 'CONTAINER',
    position: { x: 0, y: 3, w: 12, h: 5 },
    config: {
      direction: 'horizontal',
      children: ['kpi-flights', 'kpi-delay', 'kpi-late'].map((key, index) => chart(key, index, 0, 1, 1)),
    },
  },
  { id: 'line', type: 'DIVIDER', position: { x: 0, y: 8, w: 12, h: 1 }, config: {} },
  chart('delay-by-day', 0, 9, 7, 8),
  chart('late-states', 7, 9, 5, 8),
  chart('airports-table', 0, 17, 12, 10),
];
