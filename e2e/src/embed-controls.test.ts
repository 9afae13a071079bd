import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { startEmbedWorld, type Board, type EmbedWorld } from './support/embed.ts';

/** The controls of an embedded dashboard. The viewer sees seven flights: San Francisco 3, Los Angeles 2, Seattle 2. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const count = {
  name: 'Flights',
  query: { measures: ['network.count'] },
  kind: 'kpi',
  spec: { blocks: [{ type: 'number', field: 'network.count' }] },
} as const;

const filter = (id: string, member: string, config: object = {}) => ({
  id,
  type: 'FILTER' as const,
  position: { x: 0, y: 0, w: 4, h: 3 },
  config: { member: `network.${member}`, label: id, ...config },
});

const board = (...widgets: Board['widgets'][number][]): Board => ({
  reports: { count },
  widgets: [...widgets, { id: 'count', type: 'CHART', config: { report: 'count' } }],
});

const figure = (frame: FrameLocator) => frame.getByRole('region', { name: 'Flights' }).locator('.figure');

/** Waits until the chart says so many flights; null for the state without rows. */
async function shows(frame: FrameLocator, flights: number): Promise<void> {
  await figure(frame).getByText(String(flights), { exact: true }).waitFor();
}

const control = (frame: FrameLocator, label: string): Locator =>
  frame.getByRole('group', { name: label, exact: true }).first();

const conditions: [label: string, condition: string, values: string[], flights: number][] = [
  ['City', 'contains', ['an'], 5],
  ['City', 'does not contain', ['an'], 2],
  ['City', 'starts with', ['S'], 5],
  ['City', 'does not start with', ['S'], 2],
  ['City', 'ends with', ['les'], 2],
  ['City', 'does not end with', ['les'], 5],
  ['City', 'has a value', [], 7],
  ['City', 'has no value', [], 0],
  ['Hour', 'more than', ['10'], 3],
  ['Hour', 'at least', ['10'], 4],
  ['Hour', 'less than', ['9'], 2],
  ['Hour', 'at most', ['9'], 3],
  ['Hour', 'between', ['9', '12'], 3],
  ['Day', 'between', ['2001-01-02', '2001-01-03'], 4],
  ['Day', 'after', ['2001-01-02'], 3],
  ['Day', 'on or after', ['2001-01-02'], 5],
  ['Day', 'before', ['2001-01-02'], 2],
  ['Day', 'on or before', ['2001-01-02'], 4],
];

test('a filter narrows the charts by each of its conditions', async (t) => {
  const { publicId } = await world.publish(
    board(
      filter('City', 'origin_city', { operator: 'contains' }),
      filter('Hour', 'departure_hour', { operator: 'greater_than' }),
      filter('Day', 'departure', { operator: 'between' }),
    ),
  );
  for (const [label, condition, values, flights] of conditions) {
    await t.test(`${label} ${condition} ${values.join(' ')}`, async () => {
      const { frame, nextEvent, close } = await world.open(publicId);
      await nextEvent('dashboard-loaded');
      await shows(frame, 7);
      await frame.getByLabel(`Condition of ${label}`).selectOption({ label: condition });
      const inputs = control(frame, label).locator('input');
      for (const [index, value] of values.entries()) {
        await inputs.nth(index).fill(value);
        await inputs.nth(index).press(index === values.length - 1 ? 'Enter' : 'Tab');
      }
      await shows(frame, flights);
      await close();
    });
  }
});
