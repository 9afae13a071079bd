/** A report of the demo: a query of the view `network` and how it is drawn. */
export interface DemoReport {
  key: string;
  name: string;
  query: object;
  meta: { kind: 'vega' | 'table' | 'kpi' | 'map'; spec: object };
}

const field = (
  name: string,
  type: 'quantitative' | 'temporal' | 'nominal' | 'ordinal',
  title?: string,
  more: object = {},
) => ({
  field: name,
  type,
  ...(title !== undefined && { title }),
  ...more,
});
const flights = field('network.count', 'quantitative', 'Flights');
const delay = field('network.average_delay', 'quantitative', 'Average delay (min)');
const late = field('network.late_share', 'quantitative', 'Late flights', { axis: { format: '%' } });

/** A handful of flights leave in the small hours, most of them because they are very late. */
const inTheDay = [{ member: 'network.departure_hour', operator: 'gte', values: ['5'] }];

/** A handful of flights from a small place would lead every ranking of shares. */
const oftenFlown = [{ member: 'network.count', operator: 'gt', values: ['5000'] }];

const delayBands = ['On time', 'Up to 15 min late', 'Up to an hour late', 'More than an hour late'];
const inBandOrder = [
  { calculate: `indexof(${JSON.stringify(delayBands)}, datum['network.delay_band'])`, as: 'rank' },
];

/** The data ends with the first minutes of July, which would look like a collapse. */
const firstHalf = ['2001-01-01', '2001-06-30'];

const byTime = (
  key: string,
  name: string,
  measure: string,
  granularity: string,
  mark: object,
  y: object,
): DemoReport => ({
  key,
  name,
  query: {
    measures: [measure],
    timeDimensions: [{ dimension: 'network.departure', granularity, dateRange: firstHalf }],
  },
  meta: {
    kind: 'vega',
    spec: { mark, encoding: { x: timeAxis(granularity), y } },
  },
});

/** Months are wide enough to be bands of their own. */
const timeAxis = (granularity: string) =>
  granularity === 'month'
    ? field('network.departure', 'ordinal', '', { axis: { labelAngle: 0 } })
    : field('network.departure', 'temporal', '');

const ranking = (
  key: string,
  name: string,
  dimension: string,
  measure: string,
  x: object,
  filters: readonly object[] = [],
): DemoReport => ({
  key,
  name,
  query: { measures: [measure], dimensions: [dimension], filters, order: { [measure]: 'desc' }, limit: 10 },
  meta: {
    kind: 'vega',
    spec: {
      mark: { type: 'bar', cornerRadiusEnd: 2 },
      encoding: { y: field(dimension, 'nominal', '', { sort: '-x' }), x },
    },
  },
});

interface Kpi {
  key: string;
  name: string;
  field: string;
  format: string;
  /** How June compares with May: `absolute` for what may be near zero, where a percentage would mean nothing. */
  comparison: { mode: 'percent' | 'absolute'; label: string; lowerIsBetter: boolean };
}

const kpi = ({ key, name, field, format, comparison }: Kpi): DemoReport => ({
  key,
  name,
  query: {
    measures: [field],
    timeDimensions: [{ dimension: 'network.departure', granularity: 'month', dateRange: firstHalf }],
    order: { 'network.departure.month': 'desc' },
  },
  meta: {
    kind: 'kpi',
    spec: {
      blocks: [
        { type: 'number', field, row: 0, format },
        { type: 'comparison', field, currentRow: 0, previousRow: 1, format, ...comparison },
        { type: 'sparkline', measure: field, dimension: 'network.departure' },
      ],
    },
  },
});

/** The twelve charts of the overview. */
export const overviewReports: DemoReport[] = [
  byTime(
    'traffic',
    'Traffic held steady through spring',
    'network.count',
    'week',
    { type: 'area', line: true, opacity: 0.25 },
    flights,
  ),
  byTime(
    'delay-trend',
    'Delays come in waves',
    'network.average_delay',
    'week',
    { type: 'line', point: true },
    delay,
  ),
  ranking('busiest', 'Busiest origins', 'network.origin_city', 'network.count', flights),
  ranking('routes', 'Most flown routes', 'network.route', 'network.count', flights),
  {
    key: 'punctuality',
    name: 'How late is late',
    query: { measures: ['network.count'], dimensions: ['network.delay_band'] },
    meta: {
      kind: 'vega',
      spec: {
        transform: inBandOrder,
        mark: { type: 'arc', innerRadius: { expr: 'min(width, height) / 4' } },
        encoding: {
          theta: flights,
          order: field('rank', 'quantitative'),
          color: field('network.delay_band', 'nominal', '', {
            sort: delayBands,
            legend: { orient: 'bottom', columns: 2 },
          }),
        },
      },
    },
  },
  {
    key: 'hours',
    name: 'Delays build up over the day',
    query: {
      measures: ['network.average_delay'],
      dimensions: ['network.departure_hour'],
      filters: inTheDay,
      order: { 'network.departure_hour': 'asc' },
    },
    meta: {
      kind: 'vega',
      spec: {
        mark: { type: 'bar' },
        encoding: {
          x: field('network.departure_hour', 'ordinal', 'Hour', { axis: { labelAngle: 0 } }),
          y: delay,
        },
      },
    },
  },
  {
    key: 'heat',
    name: 'When flights run late',
    query: {
      measures: ['network.late_share'],
      dimensions: ['network.weekday', 'network.departure_hour'],
      filters: inTheDay,
    },
    meta: {
      kind: 'vega',
      spec: {
        mark: 'rect',
        encoding: {
          x: field('network.departure_hour', 'ordinal', 'Hour', { axis: { labelAngle: 0 } }),
          y: field('network.weekday', 'ordinal', '', {
            axis: { labelExpr: "['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][datum.value]" },
          }),
          color: field('network.late_share', 'quantitative', 'Late', { legend: { format: '%' } }),
        },
      },
    },
  },
  {
    key: 'distance',
    name: 'Most hops are short',
    query: {
      measures: ['network.count'],
      dimensions: ['network.distance_band'],
      order: { 'network.distance_band': 'asc' },
    },
    meta: {
      kind: 'vega',
      spec: {
        mark: { type: 'bar' },
        encoding: {
          x: field('network.distance_band', 'ordinal', 'Miles', {
            axis: { labelAngle: 0, format: ',d' },
            // Every band has its place, also one without flights.
            scale: { domain: Array.from({ length: 20 }, (_, band) => band * 250) },
          }),
          y: flights,
        },
      },
    },
  },
  ranking(
    'late-origins',
    'Where departures run late',
    'network.origin_city',
    'network.late_share',
    late,
    oftenFlown,
  ),
  {
    key: 'size-delay',
    name: 'Size does not explain delay',
    query: {
      measures: ['network.count', 'network.average_delay'],
      dimensions: ['network.origin'],
      order: { 'network.count': 'desc' },
      limit: 120,
    },
    meta: {
      kind: 'vega',
      spec: {
        mark: { type: 'point', filled: true, opacity: 0.7 },
        encoding: {
          x: { ...flights, scale: { type: 'log' } },
          y: delay,
          tooltip: [field('network.origin', 'nominal', 'Origin'), flights, delay],
        },
      },
    },
  },
  {
    key: 'punctuality-by-month',
    name: 'Punctuality from month to month',
    query: {
      measures: ['network.count'],
      dimensions: ['network.delay_band'],
      timeDimensions: [{ dimension: 'network.departure', granularity: 'month', dateRange: firstHalf }],
    },
    meta: {
      kind: 'vega',
      spec: {
        transform: inBandOrder,
        mark: { type: 'bar' },
        encoding: {
          order: field('rank', 'quantitative'),
          x: timeAxis('month'),
          y: { ...flights, stack: 'normalize', axis: { format: '%', title: 'Share of flights' } },
          color: field('network.delay_band', 'nominal', '', {
            sort: delayBands,
            legend: { orient: 'bottom', columns: 2 },
          }),
        },
      },
    },
  },
  byTime(
    'miles',
    'Miles flown each month',
    'network.total_distance',
    'month',
    { type: 'bar', cornerRadiusEnd: 2 },
    field('network.total_distance', 'quantitative', 'Miles', { axis: { format: '~s' } }),
  ),
];

/** The reports of the punctuality board. */
export const punctualityReports: DemoReport[] = [
  kpi({
    key: 'kpi-flights',
    name: 'Flights in June',
    field: 'network.count',
    format: ',.0f',
    comparison: { mode: 'percent', label: 'compared with May', lowerIsBetter: false },
  }),
  kpi({
    key: 'kpi-delay',
    name: 'Average delay in June (min)',
    field: 'network.average_delay',
    format: '.1f',
    comparison: { mode: 'absolute', label: 'min compared with May', lowerIsBetter: true },
  }),
  kpi({
    key: 'kpi-late',
    name: 'Late flights in June',
    field: 'network.late_share',
    format: '.1%',
    comparison: { mode: 'absolute', label: 'compared with May', lowerIsBetter: true },
  }),
  byTime('delay-by-day', 'Average delay by day', 'network.average_delay', 'day', { type: 'line' }, delay),
  {
    key: 'late-states',
    name: 'Late on arrival, by state',
    query: {
      measures: ['network.late_share', 'network.count'],
      dimensions: ['network.destination_state'],
      // The map is of the fifty states.
      filters: [
        {
          member: 'network.destination_state',
          operator: 'notEquals',
          values: ['PR', 'VI', 'GU', 'AS', 'MP'],
        },
      ],
    },
    meta: {
      kind: 'map',
      spec: {
        mode: 'regions',
        source: 'us-states',
        property: 'postal',
        dimension: 'network.destination_state',
        measure: 'network.late_share',
      },
    },
  },
  {
    key: 'airports-table',
    name: 'Airports at a glance',
    query: {
      measures: ['network.count', 'network.average_delay', 'network.late_share'],
      dimensions: ['network.origin', 'network.origin_city', 'network.origin_state'],
      order: { 'network.count': 'desc' },
      limit: 200,
    },
    meta: {
      kind: 'table',
      spec: {
        columns: [
          { field: 'network.origin', label: 'Code', width: 70 },
          { field: 'network.origin_city', label: 'City' },
          { field: 'network.origin_state', label: 'State', width: 70 },
          { field: 'network.count', label: 'Flights', align: 'right', format: ',.0f' },
          { field: 'network.average_delay', label: 'Avg. delay', align: 'right', format: '.1f' },
          { field: 'network.late_share', label: 'Late', align: 'right', format: '.1%' },
        ],
      },
    },
  },
];
