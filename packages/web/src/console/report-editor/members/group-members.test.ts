import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupMembers, searchGroups, type MemberGroup } from './group-members.ts';
import { canJoin, readModel, sourcesOf } from '../../data-model/model-members.ts';

const model = readModel({
  cubes: [
    {
      name: 'orders',
      type: 'cube',
      title: 'Orders',
      connectedComponent: 1,
      measures: [{ name: 'orders.count', shortTitle: 'Count', type: 'number' }],
      dimensions: [{ name: 'orders.secret', type: 'string', isVisible: false }],
      hierarchies: [],
    },
    {
      name: 'customers',
      title: 'Customers',
      connectedComponent: 1,
      dimensions: [{ name: 'customers.city', shortTitle: 'City', type: 'string' }],
    },
    {
      name: 'weather',
      title: 'Weather',
      connectedComponent: 2,
      dimensions: [{ name: 'weather.rain', type: 'geo' }],
    },
    {
      name: 'sales',
      type: 'view',
      title: 'Sales',
      measures: [{ name: 'sales.count', shortTitle: 'Count', type: 'number', aliasMember: 'orders.count' }],
      dimensions: [
        { name: 'sales.city', shortTitle: 'City', type: 'string', aliasMember: 'customers.city' },
        { name: 'sales.state', shortTitle: 'State', type: 'string', aliasMember: 'customers.state' },
        { name: 'sales.ship_city', shortTitle: 'City', type: 'string', aliasMember: 'orders.ship_city' },
        { name: 'sales.city___link_map_url', type: 'string', synthetic: true },
      ],
      segments: [{ name: 'sales.large', shortTitle: 'Large' }],
      nestedFolders: [
        { name: 'Places', members: ['sales.city', { name: 'Wide', members: ['sales.state'] }] },
      ],
      hierarchies: [{ name: 'sales.place', title: 'Place', levels: ['sales.state', 'sales.city'] }],
    },
  ],
});
const [sales, orders] = model.sources;
assert.ok(sales && orders);

const outline = (groups: readonly MemberGroup[]): unknown[] =>
  groups.map(({ title, members, groups: inner }) => [
    title,
    members.map(({ name }) => name),
    ...(inner.length > 0 ? [outline(inner)] : []),
  ]);

test('views come first, and nothing hidden or made for links is there', () => {
  assert.deepEqual(
    model.sources.map(({ name }) => name),
    ['sales', 'orders', 'customers', 'weather'],
  );
  assert.equal(model.members.has('orders.secret'), false);
  assert.equal(model.members.has('sales.city___link_map_url'), false);
  assert.equal(model.members.get('weather.rain')?.type, 'string');
});

test('members of the same title have their names beside it', () => {
  assert.equal(model.members.get('sales.city')?.title, 'City');
  assert.equal(model.members.get('sales.ship_city')?.title, 'City (Ship city)');
  assert.equal(model.members.get('sales.state')?.title, 'State');
});

test('a view has its hierarchies, its folders and the rest', () => {
  assert.deepEqual(outline(groupMembers(model, sales, false)), [
    ['Place', ['sales.state', 'sales.city']],
    ['Places', ['sales.city'], [['Wide', ['sales.state']]]],
    [undefined, ['sales.ship_city', 'sales.count', 'sales.large']],
  ]);
});

test('by cube a view is grouped by what is behind it, and a cube has those that it is joined with', () => {
  const titles = (groups: readonly MemberGroup[]) => groups.map(({ title }) => title);
  assert.deepEqual(titles(groupMembers(model, sales, true)), ['Place', 'Customers', 'Orders', 'Sales']);
  assert.deepEqual(titles(groupMembers(model, orders, false)), ['Orders', 'Customers']);
});

test('a search leaves the members that it finds, in their groups', () => {
  const groups = groupMembers(model, sales, false);
  assert.deepEqual(outline(searchGroups(groups, ' STATE ')), [
    ['Place', ['sales.state']],
    ['Places', [], [['Wide', ['sales.state']]]],
  ]);
  assert.deepEqual(searchGroups(groups, 'nothing'), []);
});

test('cubes of one component can be joined, and views with nothing else', () => {
  const [, , customers, weather] = model.sources;
  assert.ok(customers && weather);
  assert.equal(canJoin(orders, customers), true);
  assert.equal(canJoin(orders, weather), false);
  assert.equal(canJoin(sales, orders), false);
  assert.deepEqual(sourcesOf(model, ['orders.count', 'sales.city']), [sales, orders]);
});
