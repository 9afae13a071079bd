import type { EncodedAnswer } from '@oriel/engine';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { answerBatch } from './load-batch.ts';

const queries = ['a', 'b', 'c'].map((id) => ({ id, query: { of: id } }));

/** Answers that come when they are told to, in the order of {@link queries}. */
function createAnswers() {
  const asked = queries.map(() => Promise.withResolvers<EncodedAnswer>());
  const signals: AbortSignal[] = [];
  let next = 0;
  const load = (_: unknown, signal: AbortSignal): Promise<EncodedAnswer> => {
    signals.push(signal);
    const promise = asked[next]?.promise;
    next += 1;
    return promise ?? Promise.reject(new Error('There is no such query'));
  };
  const answer = (index: number, more: Partial<EncodedAnswer> = {}) =>
    asked[index]?.resolve({ status: 200, body: [Buffer.from(`{"of":${index}}`)], cache: 'hit', ...more });
  const fail = (index: number, error: Error) => asked[index]?.reject(error);
  return { load, answer, fail, signals };
}

/** The chunks of a batch, of one that is whole as well. */
async function* chunksOf(
  ...asked: Parameters<typeof answerBatch>
): AsyncGenerator<Uint8Array, void, undefined> {
  const body = await answerBatch(...asked);
  if (body instanceof Uint8Array) yield body;
  else yield* body;
}

const never = new AbortController().signal;
const textOf = (chunk: Uint8Array) => Buffer.from(chunk).toString();

async function read(chunks: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  for await (const chunk of chunks) texts.push(textOf(chunk));
  return texts;
}

test('answers that are there at the same moment are one piece of bytes, in the order of their arrival', async () => {
  const { load, answer } = createAnswers();
  const body = answerBatch(queries, never, load);
  await setImmediate();
  for (const index of [2, 0, 1]) answer(index);
  const whole = await body;
  assert.ok(whole instanceof Uint8Array);
  assert.equal(
    textOf(whole),
    '{"id":"c","status":200,"answer":{"of":2}}\n{"id":"a","status":200,"answer":{"of":0}}\n{"id":"b","status":200,"answer":{"of":1}}\n',
  );
});

test('answers that come together after others go out as one chunk', async () => {
  const { load, answer } = createAnswers();
  const chunks = chunksOf(queries, never, load);
  answer(1);
  await chunks.next();
  const others = read(chunks);
  await setImmediate();
  for (const index of [2, 0]) answer(index);
  assert.deepEqual(await others, [
    '{"id":"c","status":200,"answer":{"of":2}}\n{"id":"a","status":200,"answer":{"of":0}}\n',
  ]);
});

test('a batch of which one query fails is cut behind the lines before it', async () => {
  const { load, answer, fail, signals } = createAnswers();
  const chunks = chunksOf(queries, never, load);
  answer(0);
  fail(1, new Error('a bug'));
  answer(2);
  await assert.rejects(read(chunks), /a bug/);
  assert.ok(signals.every(({ aborted }) => aborted));
});

test('an answer does not wait for a slower one', async () => {
  const { load, answer } = createAnswers();
  const chunks = chunksOf(queries, never, load);
  answer(1);
  const { value } = await chunks.next();
  assert.equal(value && textOf(value), '{"id":"b","status":200,"answer":{"of":1}}\n');
  answer(0);
  answer(2);
  assert.equal((await read(chunks)).join('').split('\n').length, 3);
});

test('what comes at the pace of its reader holds back nothing that is there', async () => {
  const { load, answer } = createAnswers();
  const rest = Promise.withResolvers<void>();
  const chunks = chunksOf(queries, never, load);
  answer(0);
  answer(1, {
    body: [Buffer.from('{"of":')],
    rest: (async function* () {
      await rest.promise;
      yield Buffer.from('1}');
    })(),
  });
  await setImmediate();
  const first = await chunks.next();
  assert.equal(
    first.value && textOf(first.value),
    '{"id":"a","status":200,"answer":{"of":0}}\n{"id":"b","status":200,"answer":',
  );
  rest.resolve();
  answer(2);
  assert.equal((await read(chunks)).join(''), '{"of":1}}\n{"id":"c","status":200,"answer":{"of":2}}\n');
});

test('large answers are not copied together', async () => {
  const { load, answer } = createAnswers();
  const large = Buffer.alloc(300_000, '1');
  const chunks = read(chunksOf(queries, never, load));
  for (const index of [0, 1, 2]) answer(index, { body: [large] });
  const texts = await chunks;
  assert.equal(texts.length, 4);
  for (const line of texts.join('').trim().split('\n')) assert.equal(JSON.parse(line).status, 200);
});

test('an answer that fails cuts the batch when its turn comes, and stops the others', async () => {
  const { load, answer, fail, signals } = createAnswers();
  const chunks = chunksOf(queries, never, load);
  answer(0);
  const first = await chunks.next();
  assert.match(first.value ? textOf(first.value) : '', /"a"/);
  fail(1, new Error('a bug'));
  await assert.rejects(chunks.next(), /a bug/);
  assert.ok(signals.every(({ aborted }) => aborted));
  // Of no consequence: nobody reads any more.
  fail(2, new Error('another bug'));
  await setImmediate();
});

test('a reader that goes stops what runs for it alone', async () => {
  const [mine, theirs] = [createAnswers(), createAnswers()];
  const [left, kept] = [chunksOf(queries, never, mine.load), chunksOf(queries, never, theirs.load)];
  for (const { answer } of [mine, theirs]) answer(0);
  await left.next();
  await left.return(undefined);
  assert.ok(mine.signals.every(({ aborted }) => aborted));
  const others = read(kept);
  for (const index of [1, 2]) theirs.answer(index);
  assert.equal((await others).join('').split('\n').length, 4);
  assert.equal(mine.signals.length, queries.length);
});

test('a caller who has gone is known to every query', async () => {
  const { load, signals } = createAnswers();
  const gone = new AbortController();
  const chunks = chunksOf(queries, gone.signal, load);
  const first = chunks.next();
  first.catch(() => {});
  await setImmediate();
  gone.abort();
  assert.ok(signals.every(({ aborted }) => aborted));
});
