import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunBatch } from '../../query/load-batch.ts';
import { createReportSource } from './report-source.ts';

/** A model with a link `broken`, which the source refuses. */
function createSource(asked: object[]) {
  const runBatch: RunBatch = async (queries, onAnswer) => {
    for (const { id, query } of queries) {
      const { dimensions = [] } = query as { dimensions?: string[] };
      asked.push(dimensions);
      if (dimensions.some((name) => name.includes('broken')))
        onAnswer({ id, status: 400, error: 'no such column' });
      else {
        const row = Object.fromEntries(
          dimensions.map((name) => [name, name === 'o.city' ? 'Bonn' : `/${name}`]),
        );
        onAnswer({ id, result: { rows: [row], columns: {} } });
      }
    }
  };
  return createReportSource({ query: () => ({ dimensions: ['o.city'] }), runBatch });
}

test('a link that is refused is left out alone, and its reason is told', async (context) => {
  const warn = context.mock.method(console, 'warn', () => {});
  const asked: object[] = [];
  const wanted = { dimension: 'o.city', links: ['map', 'broken', 'page'], values: ['Bonn'] };
  const found = await createSource(asked).loadLinks([wanted], new AbortController().signal);
  assert.deepEqual(Object.fromEntries(found.get('o.city')?.get('Bonn') ?? []), {
    map: '/o.city___link_map_url',
    page: '/o.city___link_page_url',
  });
  assert.equal(asked.length, 4);
  assert.deepEqual(
    warn.mock.calls.map(({ arguments: [text] }) => text),
    ['Oriel: the link broken of o.city is left out: no such column'],
  );
});

test('links that are answered are asked for once', async () => {
  const asked: object[] = [];
  const wanted = { dimension: 'o.city', links: ['map', 'page'], values: ['Bonn'] };
  await createSource(asked).loadLinks([wanted], new AbortController().signal);
  assert.equal(asked.length, 1);
});
