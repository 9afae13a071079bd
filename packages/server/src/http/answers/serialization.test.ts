import { managementOperations } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerializer } from './serialization.ts';

const noDamage = (damage: unknown) => assert.fail(JSON.stringify(damage));
const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

/** The answer of an operation that lists, as its schema writes it. */
function createListSerializer() {
  const [answer] = Object.values(managementOperations.getFolders.answers);
  assert.ok(answer && 'schema' in answer);
  return createSerializer(answer.schema);
}

const folder = (id: number) => ({
  id,
  type: 'FOLDER',
  deploymentId: 1,
  name: `"items":[] and "data":[] ${id}, ä 日本 🦊`,
  parentId: null,
  userId: 1,
  user: null,
  folderPath: [],
  position: 0,
  canEdit: true,
  canManage: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  secret: 'not declared',
});

for (const count of [0, 1, 3]) {
  test(`a list of ${count} has its items a second time as data, without what is not declared`, () => {
    const items = Array.from({ length: count }, (_, index) => folder(index + 1));
    const write = createListSerializer();
    const text = String(write({ items, data: items, count, pageInfo }, noDamage));
    const copied = String(write({ items, data: [...items], count, pageInfo }, noDamage));
    const answer = JSON.parse(text) as { items: { id: number; secret?: string }[]; data: unknown };
    assert.deepEqual(answer, JSON.parse(copied));
    assert.deepEqual(answer.items, answer.data);
    assert.deepEqual(
      answer.items.map(({ id }) => id),
      items.map(({ id }) => id),
    );
    assert.ok(!text.includes('not declared'));
  });
}
