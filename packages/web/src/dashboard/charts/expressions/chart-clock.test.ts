import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { createUtcFunctions, toUtcSpec } from './chart-clock.ts';
import { confineExpressions } from './chart-expressions.ts';
import { toChartRows } from '../../formats/chart-fields.ts';
import { axisTextOf, pointsOf } from '../pointer/scene.ts';

const { TZ: ownZone = 'UTC' } = process.env;
afterEach(() => {
  process.env['TZ'] = ownZone;
});

/** The hours of a night in which clocks change in the zone of the browser, as the query API writes them. */
const NIGHTS = [
  { zone: 'Europe/Berlin', day: '2024-03-31' },
  { zone: 'Europe/Berlin', day: '2024-10-27' },
  { zone: 'America/New_York', day: '2024-03-10' },
  { zone: 'Australia/Lord_Howe', day: '2024-10-06' },
];

const nightOf = (day: string) =>
  toChartRows({
    rows: Array.from({ length: 6 }, (_, hour) => ({
      'f.at.hour': `${day}T0${hour}:00:00.000`,
      'f.count': 1,
    })),
    columns: {
      'f.at.hour': { kind: 'timeDimension', type: 'time' },
      'f.count': { kind: 'measure', type: 'number' },
    },
  });

const y = { field: 'f__count', type: 'quantitative' };

/** Draws a document over rows as a browser would that has a zone. */
async function draw(zone: string, values: object[], document: object, timeZone = 'UTC'): Promise<View> {
  process.env['TZ'] = zone;
  const whole = { width: 300, height: 100, data: { values }, ...document };
  // The documents of these tests are Vega-Lite; its types are those of whole documents.
  const { spec } = compile(whole as unknown as TopLevelSpec);
  const view = new View(parse(toUtcSpec(spec), undefined, { ast: true }), {
    expr: confineExpressions(createUtcFunctions(timeZone)),
    renderer: 'none',
  });
  return view.runAsync();
}

for (const { zone, day } of NIGHTS)
  test(`each hour of ${day} has its place in a browser in ${zone}`, async () => {
    const x = { field: 'f__at__hour', type: 'temporal', axis: { format: '%H:%M' } };
    const view = await draw(zone, nightOf(day), { mark: 'point', encoding: { x, y } });
    const places = pointsOf(view).map((point) => Math.round(point.x));
    assert.deepEqual(places, [0, 60, 120, 180, 240, 300]);
    // An axis knows its words by the date of the tick, as text.
    const tick = String(new Date(`${day}T02:00:00Z`));
    assert.equal(axisTextOf(view, { x: 'at' })('at', tick), '02:00');
  });

test('time units, comparisons and functions of an author count the same hours in every zone', async () => {
  const document = {
    transform: [
      { calculate: 'hours(datum.f__at__hour)', as: 'hour' },
      { calculate: "timeFormat(datum.f__at__hour, '%Y-%m-%d %H:%M')", as: 'text' },
      { calculate: 'toDate(datum.text) === datum.f__at__hour', as: 'isSame' },
      { calculate: "time(timeOffset('day', datum.f__at__hour)) - datum.f__at__hour", as: 'dayMs' },
      { filter: { field: 'f__at__hour', gte: { year: 2024, month: 3, date: 31, hours: 2 } } },
    ],
    mark: 'bar',
    encoding: { x: { field: 'f__at__hour', timeUnit: 'hours', type: 'ordinal' }, y },
  };
  for (const zone of ['Europe/Berlin', 'America/New_York', 'UTC']) {
    const view = await draw(zone, nightOf('2024-03-31'), document);
    const rows = view.data('data_0');
    assert.deepEqual(
      rows.map((row) => [row.hour, row.text, row.isSame, row.dayMs]),
      [2, 3, 4, 5].map((hour) => [hour, `2024-03-31 0${hour}:00`, true, 86_400_000]),
      zone,
    );
    const units = rows.map((row) => new Date(Number(row.hours_f__at__hour)).getUTCHours());
    assert.deepEqual(units, [2, 3, 4, 5], zone);
  }
});

test('now is the wall clock in the zone of the query', async () => {
  const document = { transform: [{ calculate: 'now()', as: 'now' }], mark: 'point', encoding: {} };
  const before = Date.now();
  const [row] = (await draw('America/New_York', [{}], document, 'Asia/Kolkata')).data('data_0');
  const ahead = Number(row?.now) - before - 5.5 * 3_600_000;
  assert.ok(ahead > -1000 && ahead < 60_000, `${ahead} ms`);
});
