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
      order: [['o.city', 'asc']],
      limit: 1_000,
    },
  );
});

test('a value with several addresses of one link has none of it', () => {
  const rows = [
    { 'o.city': 'Bonn', 'o.city___link_map_url': '/a', 'o.city___link_page_url': '/p' },
    { 'o.city': 'Bonn', 'o.city___link_map_url': '/b', 'o.city___link_page_url': '/p' },
    { 'o.city': 'Bonn', 'o.city___link_map_url': '/a', 'o.city___link_page_url': '/p' },
  ];
  const index = indexLinks({ rows }, { dimension: 'o.city', links: ['map', 'page'], values: ['Bonn'] });
  assert.deepEqual(Object.fromEntries(index.get('Bonn') ?? []), { map: null, page: '/p' });
});

test('only links that the result has no addresses of are asked for', () => {
  const columns = {
    'o.city': { kind: 'dimension', type: 'string', links },
    'o.city___link_map_url': { kind: 'dimension', type: 'string' },
    'o.kind': { kind: 'dimension', type: 'string' },
  } as const;
  assert.deepEqual(missingLinks({ columns }), [{ key: 'o.city', isTime: false, links: ['page'] }]);
});

test('links of a time are asked for by its moments, or by the buckets that the report shows', () => {
  const report = {
    dimensions: ['o.seen'],
    timeDimensions: [{ dimension: 'o.at', granularity: 'month', dateRange: 'last year' }],
    timezone: 'Europe/Berlin',
  };
  const values = ['2026-03-01T00:00:00.000', '2026-01-01T00:00:00.000'];
  const rest = { timezone: 'Europe/Berlin', limit: 1_000 };
  assert.deepEqual(
    linkQuery(report, { dimension: 'o.at.month', isTime: true, links: ['day'], values }, () => true),
    {
      dimensions: ['o.at___link_day_url'],
      timeDimensions: [
        { dimension: 'o.at', dateRange: 'last year' },
        { dimension: 'o.at', granularity: 'month' },
      ],
      filters: [{ member: 'o.at', operator: 'afterOrOnDate', values: [values[1]] }],
      order: [['o.at.month', 'asc']],
      ...rest,
    },
  );
  assert.deepEqual(
    linkQuery(report, { dimension: 'o.seen', isTime: true, links: ['day'], values }, () => true),
    {
      dimensions: ['o.seen', 'o.seen___link_day_url'],
      timeDimensions: [{ dimension: 'o.at', dateRange: 'last year' }],
      filters: [{ member: 'o.seen', operator: 'afterOrOnDate', values: [values[1]] }],
      order: [['o.seen', 'asc']],
      ...rest,
    },
  );
  const rows = [
    { 'o.at.month': values[1] ?? null, 'o.at___link_day_url': '/1' },
    { 'o.at.month': values[1] ?? null, 'o.at___link_day_url': '/2' },
    { 'o.at.month': values[0] ?? null, 'o.at___link_day_url': '/3' },
  ];
  const index = indexLinks({ rows }, { dimension: 'o.at.month', isTime: true, links: ['day'], values });
  assert.deepEqual(
    values.map((value) => index.get(value)?.get('day')),
    ['/3', null],
  );
});

test('the last value of rows that are cut has no link: others of its addresses may be behind', () => {
  const rows = Array.from({ length: 1_000 }, (_, row) => ({
    'o.city': row < 999 ? 'Bonn' : 'Ulm',
    'o.city___link_map_url': '/a',
  }));
  const wanted = { dimension: 'o.city', links: ['map'], values: ['Bonn', 'Ulm'] };
  assert.deepEqual([...indexLinks({ rows }, wanted).keys()], ['Bonn']);
  assert.deepEqual([...indexLinks({ rows: rows.slice(1) }, wanted).keys()], ['Bonn', 'Ulm']);
});

test('a time has its links where it is shown: as it is, or by its granularity', () => {
  const columns = {
    'o.at.month': { kind: 'timeDimension', type: 'time', links },
    'o.at': { kind: 'timeDimension', type: 'time', links },
    'o.seen': { kind: 'dimension', type: 'time', links },
    'o.seen___link_map_url': { kind: 'dimension', type: 'string' },
  } as const;
  assert.deepEqual(missingLinks({ columns }), [
    { key: 'o.at.month', isTime: true, links: ['map', 'page'] },
    { key: 'o.seen', isTime: true, links: ['page'] },
  ]);
});
