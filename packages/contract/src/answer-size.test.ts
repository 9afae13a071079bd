import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerSizeOf, FREE_VALUE_BYTES } from './answer-size.ts';
import { boundedTo, partsBeyondBounds } from './bounded-schemas.ts';
import { MAX_ACCESS_CHANGE_BYTES, MAX_ANSWER_BYTES, MAX_PAGE_BYTES } from './limits.ts';
import { operationsTagged, type Operation } from './operation.ts';
import { describe, freeObject, list, nullish, number, object, text, union } from './schema.ts';
import { AccessChange } from './resources/item-access.ts';
import { page } from './lists.ts';

const operation = operationsTagged('Test');
const access = { principals: ['user'], role: 'Viewer' } as const;
const parts = { summary: 'Test', description: 'Test.', access };

/** The largest answer of an operation with one. */
function sizeOf(made: Operation) {
  const [answer] = Object.values(made.answers);
  assert.ok(answer);
  return answerSizeOf(made, answer);
}

const answering = (answer: object, options: { isBatched?: boolean } = {}) =>
  sizeOf(operation('GET /api/v1/test', { ...parts, ...options, answer }));

test('an answer takes what its fields may hold, each character escaped by its number', () => {
  const record = object('A record.', { name: text('Its name.', { maxLength: 10 }) });
  const largest = JSON.stringify({ name: '\u0001'.repeat(10) });
  const { bytes, boundedBy } = answering(record);
  assert.equal(boundedBy, 'fields');
  assert.ok(bytes >= largest.length && bytes <= largest.length + 10, `${bytes} for ${largest.length}`);
  const records = object('Records.', { records: list(record, 'All.', { maxItems: 3 }) });
  const three = JSON.stringify({ records: Array.from({ length: 3 }, () => JSON.parse(largest) as object) });
  assert.ok(answering(records).bytes >= three.length);
});

test('what a schema leaves open takes a document', () => {
  const { bytes } = answering(object('A record.', { own: freeObject('Anything.') }));
  assert.ok(bytes >= FREE_VALUE_BYTES && bytes < FREE_VALUE_BYTES + 100);
});

test('a page is bounded by bytes, with its last item beyond', () => {
  const item = object('An item.', { note: text('A note.'), own: freeObject('Anything.') });
  const { bytes, boundedBy } = answering(page(item));
  assert.equal(boundedBy, 'page');
  assert.ok(bytes > MAX_PAGE_BYTES + FREE_VALUE_BYTES && bytes < MAX_ANSWER_BYTES);
  const same = object('No page.', { items: list(item, 'All.') });
  assert.ok(answering(same).bytes > MAX_ANSWER_BYTES);
  assert.equal(answering(same, { isBatched: true }).boundedBy, 'batches');
});

test('what is declared of the bytes of a schema bounds it', () => {
  const records = boundedTo(1000, list(object('A record.', { note: text('A note.') }), 'All.'));
  const { bytes } = answering(object('Records.', { records }));
  assert.ok(bytes >= 1000 && bytes < 1100, String(bytes));
});

test('a value with more bytes than are declared of a part is told by the path of the part', () => {
  const note = boundedTo(12, text('A note.'));
  const record = object('A record.', {
    note: nullish(note),
    free: nullish(union('Any.', [number('1'), note])),
  });
  const records = object('Records.', { records: list(record, 'All.'), first: describe(record, 'One.') });
  const beyond = (value: object) => partsBeyondBounds(records, value);
  const [fits, large] = ['é'.repeat(5), 'é'.repeat(6)];
  assert.deepEqual(beyond({ records: [{ note: fits }, { note: null, free: 1 }], first: { free: fits } }), []);
  assert.deepEqual(beyond({ records: [{ note: fits }, { note: large }], first: { free: large } }), [
    'records[1].note',
    'first.free',
  ]);
});

test('the changes of access that are named in all take no more than is declared of them', () => {
  assert.ok(answering(AccessChange).bytes <= MAX_ACCESS_CHANGE_BYTES);
});
