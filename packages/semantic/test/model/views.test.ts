import { compileModel } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf, namesIn, problemsOf } from '../support/read-model.ts';

const cubes = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, relationship: belongsTo, sql: "{CUBE}.customer_id = {customers}.id" }
      - { name: places, relationship: many_to_one, sql: "{CUBE}.place_id = {places}.id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
    measures: [{ name: count, type: count, format: number }]
  - name: customers
    sql_table: customers
    joins: [{ name: places, relationship: many_to_one, sql: "{CUBE}.place_id = {places}.id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
      - { name: city, sql: city, type: string }
    hierarchies: [{ name: region, title: Where, levels: [country, city] }]
    measures: [{ name: count, type: count }]
  - name: places
    sql_table: places
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: label, sql: label, type: string }]
`;

function viewOf(view: string, name = 'v') {
  const found = modelOf(`${cubes}views:\n  - name: v\n${view}`).views[name];
  assert.ok(found);
  return found;
}

test('a hierarchy comes with its levels, under the names of the view', () => {
  const view = viewOf(
    '    cubes: [{ join_path: orders, includes: [count] }, { join_path: orders.customers, prefix: true, includes: [city, { name: region, alias: area, title: Area }] }]\n',
  );
  assert.deepEqual(Object.keys(view.members), ['count', 'customers_city', 'customers_country']);
  assert.deepEqual(
    view.hierarchies.map(({ name, title, levels, aliasMember }) => [name, title, levels, aliasMember]),
    [['customers_area', 'Area', ['customers_country', 'customers_city'], 'customers.region']],
  );
});

test('hierarchies come with "*" as well, without the levels that are excluded', () => {
  const view = viewOf('    cubes: [{ join_path: customers, includes: "*", excludes: [country] }]\n');
  assert.deepEqual(
    view.hierarchies.map(({ name, levels }) => [name, levels]),
    [['region', ['city']]],
  );
  const without = viewOf('    cubes: [{ join_path: customers, includes: "*", excludes: [region] }]\n');
  assert.deepEqual(without.hierarchies, []);
});

test('the roots of a view are the first cubes of its paths', () => {
  const view = viewOf(
    '    cubes: [{ join_path: orders, includes: [count] }, { join_path: orders.customers, includes: [city] }, { join_path: places, includes: [label] }]\n',
  );
  assert.deepEqual(view.roots, ['orders', 'places']);
});

test('default filters hold unless a member is filtered on', () => {
  const view = viewOf(
    '    cubes: [{ join_path: orders, includes: "*" }]\n    default_filters: [{ member: v.status, operator: notEquals, values: [gone], unless: [status, id] }]\n',
  );
  const [filter] = view.defaultFilters ?? [];
  assert.ok(filter && 'member' in filter.filter);
  assert.deepEqual([filter.filter.member, namesIn(filter.unless)], ['status', ['status', 'id']]);
});

test('folders nest, take a whole path, or everything', () => {
  const view = viewOf(
    '    cubes: [{ join_path: orders, includes: [count, status] }, { join_path: orders.customers, includes: [city] }]\n    folders: [{ name: All, includes: "*" }, { name: Some, includes: [count, { name: Who, includes: [{ join_path: orders.customers }] } ] }]\n',
  );
  assert.deepEqual(view.folders, [
    { name: 'All', members: ['count', 'status', 'city'] },
    { name: 'Some', members: ['count', { name: 'Who', members: ['city'] }] },
  ]);
});

test('an entry that is split makes a view of its own', () => {
  const text =
    '    cubes: [{ join_path: orders, includes: [count] }, { join_path: orders.customers, split: true, includes: "*" }]\n';
  assert.deepEqual(Object.keys(viewOf(text).members), ['count']);
  const split = viewOf(text, 'v_customers');
  assert.deepEqual(Object.keys(split.members), ['id', 'country', 'city', 'count']);
  assert.deepEqual(split.members['city']?.path, ['orders', 'customers']);
});

test('a view may extend another, and keeps the words that it does not say itself', () => {
  const view = viewOf(
    '    title: First\n    description: All of it\n    cubes: [{ join_path: orders, includes: [count] }]\n  - name: w\n    extends: v\n    title: Second\n    cubes: [{ join_path: orders.customers, includes: [city] }]\n',
    'w',
  );
  assert.deepEqual([view.title, view.description], ['Second', 'All of it']);
  assert.deepEqual(Object.keys(view.members), ['count', 'city']);
});

test('a member may be shown in another format', () => {
  const view = viewOf(
    '    cubes: [{ join_path: orders, includes: [{ name: count, format: abbr, meta: { a: 1 } }] }]\n',
  );
  assert.deepEqual(view.members['count']?.format, {
    type: 'custom-numeric',
    value: '.2s',
    alias: 'abbr',
  });
  assert.deepEqual(view.members['count']?.meta, { a: 1 });
});

test('a view group lists views of any file', () => {
  const compiled = compileModel([
    { path: 'a.yml', content: cubes },
    {
      path: 'b.yml',
      content:
        'view_groups: [{ name: g, title: G, description: All, views: [v] }]\nviews: [{ name: v, cubes: [{ join_path: orders, includes: [count] }] }]\n',
    },
  ]);
  assert.ok('model' in compiled);
  assert.deepEqual(compiled.model.viewGroups, [{ name: 'g', title: 'G', description: 'All', views: ['v'] }]);
});

test('a view names the groups that it counts itself to', () => {
  const { viewGroups } = modelOf(`${cubes}views:
  - { name: v, view_group: first, cubes: [{ join_path: orders, includes: [count] }] }
  - { name: w, view_groups: [second, first], cubes: [{ join_path: orders, includes: [count] }] }
view_groups:
  - { name: first, views: [w] }
  - { name: second }
`);
  assert.deepEqual(
    viewGroups.map(({ name, views }) => [name, views]),
    [
      ['first', ['w', 'v']],
      ['second', ['w']],
    ],
  );
});

const faults: [what: string, view: string, words: RegExp][] = [
  [
    'a group that is not there',
    'cubes: [{ join_path: orders, includes: [count] }]\n    view_group: sale',
    /names a view group sale that does not exist/,
  ],
  [
    'two paths to one cube',
    'cubes: [{ join_path: orders.places, includes: [label] }, { join_path: orders.customers.places, prefix: true, includes: [label] }]',
    /reaches places both by orders\.places and by orders\.customers\.places Make a cube for the second role/,
  ],
  [
    'a member that is not there',
    'cubes: [{ join_path: orders, includes: [cont] }]',
    /orders has no member cont Did you mean count\?/,
  ],
  [
    'two members of one name',
    'cubes: [{ join_path: orders, includes: [count] }, { join_path: orders.customers, includes: [count] }]',
    /two members named count, of orders and customers Give one an alias/,
  ],
  [
    'a path in includes',
    'cubes: [{ join_path: orders, includes: [customers.city] }]',
    /includes names customers\.city, and takes members of the entry's own cube alone/,
  ],
  [
    'an exclude that excludes nothing',
    'cubes: [{ join_path: orders, includes: "*", excludes: [x] }]',
    /no member x to exclude/,
  ],
  ['names beside a star', 'cubes: [{ join_path: orders, includes: ["*", count] }]', /"\*" beside names/],
  [
    'a split with a prefix',
    'cubes: [{ join_path: orders, includes: "*", split: true, prefix: true }]',
    /both split and prefix/,
  ],
  [
    'a split of a view that has rules',
    'cubes: [{ join_path: orders, includes: "*", split: true }]\n    access_policy: [{ group: "*", row_level: { allow_all: true } }]',
    /is split, and has rules/,
  ],
  [
    'members of its own',
    'cubes: [{ join_path: orders, includes: "*" }]\n    measures: [{ name: n, type: count }]',
    /measures of its own/,
  ],
  [
    'a folder of what is not there',
    'cubes: [{ join_path: orders, includes: [count] }]\n    folders: [{ name: f, includes: [orders.count, status] }]',
    /names orders\.count[^]*without a path\.[^]*names status, which is no member of the view v/,
  ],
  [
    'two folders of a name',
    'cubes: [{ join_path: orders, includes: [count] }]\n    folders: [{ name: f, includes: "*" }, { name: f, includes: "*" }]',
    /two folders of the name f/,
  ],
  [
    'a folder of a path that leads nowhere',
    'cubes: [{ join_path: orders, includes: [count] }]\n    folders: [{ name: f, includes: [{ join_path: customers }] }]',
    /names the join path customers, by which the view v has no members/,
  ],
  [
    'a default filter on what is not in the view',
    'cubes: [{ join_path: orders, includes: [count] }]\n    default_filters: [{ member: status, operator: set, unless: [x] }]',
    /default filter names status[^]*default filter names x/,
  ],
  [
    'a format that does not fit',
    'cubes: [{ join_path: orders, includes: [{ name: status, format: abbr }] }]',
    /status cannot have the format "abbr"/,
  ],
];
for (const [what, view, words] of faults) {
  test(`says what is wrong with a view that has ${what}`, () => {
    assert.match(problemsOf(`${cubes}views:\n  - name: v\n    ${view}\n`).join('\n'), words);
  });
}

test('two view groups cannot have one name', () => {
  const problems = problemsOf('view_groups: [{ name: g, views: [] }, { name: g, views: [] }]\n');
  assert.match(problems.join('\n'), /two of the name g; each view group needs its own/);
});

test('a name that can be none does no more harm than that', () => {
  const problems = problemsOf(
    `${cubes}views: [{ name: "v(", cubes: [{ join_path: orders, includes: [status] }], default_filters: [{ member: status, operator: set }] }]\n`,
  );
  assert.deepEqual(
    problems.map((problem) => problem.split(' A name ')[0]),
    ['23:17 "v(" cannot be the name of a view'],
  );
});
