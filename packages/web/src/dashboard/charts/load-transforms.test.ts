// @alone: it asks what its process has not loaded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transforms } from 'vega-dataflow';
import { loadTransforms } from './load-transforms.ts';
import './vega-parts.ts';

test('a chart of bars loads nothing, and a map inside a group loads its transforms', async () => {
  await loadTransforms({
    data: [{ name: 'rows', transform: [{ type: 'formula', expr: '1', as: 'one' }] }],
    marks: [{ type: 'rect' }],
  });
  assert.equal('geoshape' in transforms, false);
  assert.equal('stack' in transforms, true);
  await loadTransforms({
    marks: [{ type: 'group', marks: [{ type: 'shape', transform: [{ type: 'geoshape' }] }] }],
  });
  for (const type of ['geoshape', 'projection', 'loess', 'voronoi'])
    assert.equal(type in transforms, true, type);
});
