import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPreviewPython } from './preview-python.ts';

const own = { measures: ['orders.count'], dimensions: ['orders.city'] };
const snapshots = [{ reportId: 7, jsonQuery: JSON.stringify(own) }];
const kept = {
  at: '2026-01-01T00:00:00Z',
  stdout: '',
  stderr: '',
  inputRowCount: 3,
  isInputCut: false,
  outputData: [{ city: 'Oslo', doubled: 4 }],
};
type Found = Parameters<typeof createPreviewPython>[0]['find'];

async function ask(query: object, find: Found) {
  const asked = { id: 'a', query, python: { reportId: 7, reportVersionId: 7 } };
  return createPreviewPython({ snapshots, find })(asked, new AbortController().signal);
}
const reasonOf = async (query: object, find: Found) => {
  const answer = await ask(query, find);
  return 'error' in answer ? answer.error : undefined;
};

test('the preview answers with the rows that the last run has left', async () => {
  const asked: number[] = [];
  const answer = await ask({ ...own, limit: 3, timezone: 'UTC' }, async (reportId) => {
    asked.push(reportId);
    return { ...kept, isOutdated: false };
  });
  assert.deepEqual('result' in answer && answer.result.rows, kept.outputData);
  assert.deepEqual(asked, [7]);
});

test('it says why there are none, and never shows rows of another script or of other filters', async () => {
  assert.match(String(await reasonOf(own, async () => null)), /not been run yet/);
  assert.match(String(await reasonOf(own, async () => ({ ...kept, isOutdated: true }))), /was changed/);
  const current: Found = async () => ({ ...kept, isOutdated: false });
  const filters = [{ member: 'orders.city', operator: 'equals', values: ['Oslo'] }];
  for (const narrower of [
    { ...own, filters },
    { ...own, limit: 2 },
    { ...own, dimensions: [] },
  ])
    assert.match(String(await reasonOf(narrower, current)), /filters or a limit/);
  assert.equal(await reasonOf({ ...own, limit: 100 }, current), undefined);
});

test('a run that has failed is said in its own words', async () => {
  const { outputData: _, ...failed } = { ...kept, executionError: 'The script ended with code 1' };
  assert.equal(await reasonOf(own, async () => failed), 'The script ended with code 1');
});
