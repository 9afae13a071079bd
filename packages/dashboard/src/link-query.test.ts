import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexLinks, linkQuery, missingLinks } from './link-query.ts';

const links = [{ name: 'map' }, { name: 'page' }];

test('the addresses of values are asked for beside the rows, by the filters that are about rows', () => {
  const report = {
    dimensions: ['o.city', 'o.kind'],
    measures: ['o.count'],
    timeDimensions: [{ dimension: 'o.at', granularity: 'month', dateRange: 'last year' }],
    filters: [
      { member: 'o.kind', operator: 'equals', values: ['a'] },
      { member: 'o.country', operator: 'set' },
      { or: [{ member: 'o.count', operator: 'gt', values: ['5'] }] },
    ],
    order: { 'o.count': 'desc' },
    limit: 10,
    timezone: 'Europe/Berlin',
  };
  const wanted = { dimension: 'o.city', links: ['map', 'page'], values: ['Bonn', 7] };
  assert.deepEqual(
    linkQuery(report, wanted, (member) => member === 'o.country'),
    {
      dimensions: ['o.city', 'o.city___link_map_url', 'o.city___link_page_url'],
      timeDimensions: [{ dimension: 'o.at', dateRange: 'last year' }],
      filters: [
        ...report.filters.slice(0, 2),
        { member: 'o.city', operator: 'equals', values: ['Bonn', '7'] },
      ],
      timezone: 'Europe/Berlin',
      limit: 4,
    },
  );
});

test('a value with several addresses of one link has none of it', () => {
  const rows = [
    { 'o.city': 'Bonn', 'o.city___link_map_url': '/a', 'o.city___link_page_url': '/p' },
    { 'o.city': 'Bonn', 'o.city___link_map_url': '/b', 'o.city___link_page_url': '/p' },
    { 'o.city': 'Bonn', 'o.city___link_map_url': '/a', 'o.city___link_page_url': '/p' },
  ];
  const index = indexLinks({ rows }, { dimension: 'o.city', links: ['map', 'page'] });
  assert.deepEqual(Object.fromEntries(index.get('Bonn') ?? []), { map: null, page: '/p' });
});

test('only links that the result has no addresses of are asked for', () => {
  const columns = {
    'o.city': { kind: 'dimension', type: 'string', links },
    'o.city___link_map_url': { kind: 'dimension', type: 'string' },
    'o.kind': { kind: 'dimension', type: 'string' },
  } as const;
  assert.deepEqual(missingLinks({ columns }), [{ key: 'o.city', links: ['page'] }]);
});
