import { ControlFilterOperator } from '@oriel/contract';
import { urlFilterTypes } from '@oriel/embed';
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Neither package may import the other: the embed protocol is published alone. */
test('filters of an address and of an export compare in the same ways', () => {
  // JSON Schema, of which the type tells the values alone.
  const { enum: operators } = ControlFilterOperator as object as { enum: readonly string[] };
  assert.deepEqual(
    operators.filter((operator) => operator !== 'custom'),
    urlFilterTypes,
  );
});
