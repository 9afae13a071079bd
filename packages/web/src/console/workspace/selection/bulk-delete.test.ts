import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepestFirst, runDeletes, runRestores, type Deletion, type SendDeletes } from './bulk-delete.ts';
import { afterRetry, stepsLeft } from './bulk-run.ts';
import { lossOf } from './folder-contents.ts';
import type { Item } from '../api/workspace-api.ts';

const report = (id: number): Deletion => ({ item: { type: 'REPORT', id, name: `Report ${id}` } });
const reports = (count: number) => Array.from({ length: count }, (_, index) => report(index + 1));
const idsOf = (deletions: readonly Deletion[]) => deletions.map(({ item }) => item.id);

/** A server that deletes what it is asked to, but for the ids that it refuses, and breaks at a request. */
function serverThat({ refuses = [], breaksAt }: { refuses?: number[]; breaksAt?: number }): SendDeletes {
  let requests = 0;
  return (items) => {
    requests += 1;
    if (requests === breaksAt) return Promise.reject(new TypeError('network error'));
    const error = { status: 400, message: 'It has sub-folders' };
    const failed = items.filter(({ id }) => refuses.includes(id)).map((item) => ({ ...item, error }));
    return Promise.resolve({ failed, undoId: `undo ${items[0]?.id}` });
  };
}

test('what lies deeper is deleted first, and the rest in the order of the list', () => {
  const items = [
    { name: 'Archive', folderPath: [] },
    { name: 'Old', folderPath: [{}] },
    { name: 'Sums', folderPath: undefined },
    { name: 'Oldest', folderPath: [{}, {}] },
  ];
  assert.deepEqual(
    deepestFirst(items).map(({ name }) => name),
    ['Oldest', 'Old', 'Archive', 'Sums'],
  );
});

test('each request of a hundred has an undo of its own, and the last is undone first', async () => {
  const result = await runDeletes(reports(250), serverThat({ refuses: [7] }));
  assert.equal(result.done.length, 249);
  assert.deepEqual(
    result.refused.map(({ step, status, message }) => [step.item.name, status, message]),
    [['Report 7', 400, 'It has sub-folders']],
  );
  const undone: [string, number][] = [];
  const heard: number[] = [];
  const back = await runRestores(
    result.done,
    (undoId, request) => {
      undone.push([undoId, request.length]);
      return Promise.resolve({ failed: [] });
    },
    (answered) => heard.push(answered),
  );
  assert.deepEqual(undone, [
    ['undo 201', 50],
    ['undo 101', 100],
    ['undo 1', 99],
  ]);
  assert.deepEqual(heard, [50, 150, 249]);
  assert.deepEqual(stepsLeft(back), []);
});

test('a retry deletes the rest, and the undo takes back both', async () => {
  const first = await runDeletes(reports(150), serverThat({ breaksAt: 2 }));
  assert.equal(first.done.length, 100);
  assert.match(String(first.stoppedBy), /network error/);
  const both = afterRetry(first, await runDeletes(stepsLeft(first), serverThat({})));
  assert.deepEqual(idsOf(both.done), idsOf(reports(150)));
  const undone: string[] = [];
  await runRestores(both.done, (undoId) => {
    undone.push(undoId);
    return Promise.resolve({ failed: [] });
  });
  assert.deepEqual(undone, ['undo 101', 'undo 1']);
});

test('what lies in deleted folders moves, but for what is deleted as well, and a folder with another one stays', () => {
  const item = (type: Item['type'], id: number) => ({ type, id }) as Item;
  const [archive, old, full] = [item('FOLDER', 1), item('FOLDER', 2), item('FOLDER', 3)];
  const contents = [
    { folder: archive, items: [old, item('REPORT', 9), item('REPORT', 8)], hasMore: false },
    { folder: old, items: [], hasMore: false },
    { folder: full, items: [item('FOLDER', 4), item('REPORT', 7)], hasMore: true },
  ];
  const deleted = [archive, old, full, item('REPORT', 8)];
  assert.deepEqual(lossOf(contents, deleted), { moved: 1, hasMore: false, blocked: [full] });
  assert.deepEqual(lossOf(contents.slice(0, 1), [archive]), { moved: 0, hasMore: false, blocked: [archive] });
});
