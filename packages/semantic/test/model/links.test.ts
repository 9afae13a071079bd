import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const NASTY = 'a b&c=d/e%?#\'"\\+~ü\n[x]{y}|z^`<>;:@$,\t.';

const model = modelOf(`cubes:
  - name: places
    sql_table: places
    dimensions:
      - name: label
        sql: label
        type: string
        links:
          - { name: map, label: Map, url: "'https://maps.example/' || {CUBE}.id", params: [{ key: "q&1", value: label }, { key: n, value: "{CUBE}.id + 1" }] }
          - { name: board, label: Board, dashboard: "the places", params: [{ key: label, value: "{label}" }] }
`);

const onBoth = onEveryEngine(
  `create table places (id integer, label varchar(100)); insert into places values (1, '${NASTY.replaceAll("'", "''")}'), (2, null);`,
);

onBoth('the address of a link has its parameters encoded, whatever is in them', async (database) => {
  const query = {
    dimensions: ['places.label___link_map_url', 'places.label___link_board_url'],
    order: { 'places.label___link_map_url': 'asc' },
  };
  const encoded = encodeURIComponent(NASTY).replace('%C3%BC', 'ü');
  assert.deepEqual(await rowsOf(database, model, query), [
    {
      'places.label___link_map_url': `https://maps.example/1?q%261=${encoded}&n=2`,
      'places.label___link_board_url': `/dashboard/the%20places?label=${encoded}`,
    },
    {
      'places.label___link_map_url': 'https://maps.example/2?q%261=&n=3',
      'places.label___link_board_url': '/dashboard/the%20places?label=',
    },
  ]);
});
