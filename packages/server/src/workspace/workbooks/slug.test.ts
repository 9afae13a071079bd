import type { Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const put = (id: number, body: object, key?: string) =>
  calls.call('PUT', `/workbooks/${id}`, { body, ...(key !== undefined && { key }) });

test('a slug belongs to one workbook, until it is taken over', async () => {
  const [first, second] = [await calls.makeWorkbook('First'), await calls.makeWorkbook('Second')];
  assert.equal(((await put(first.id, { slug: ' Revenue ' })).json() as Workbook).slug, 'revenue');
  assert.equal((await put(second.id, { slug: 'revenue' })).statusCode, 409);
  assert.equal((await put(second.id, { slug: 'revenue', slugTakeover: true })).statusCode, 200);
  assert.equal((await calls.ok<Workbook>('GET', `/workbooks/${first.id}`)).slug, null);
});

test('a slug of a workbook that is hidden tells nothing of it, whether it is asked for or taken', async () => {
  const [hidden, seen] = [await calls.makeWorkbook('Secret plans'), await calls.makeWorkbook('Public plans')];
  await put(hidden.id, { slug: 'hidden' });
  await put(seen.id, { slug: 'seen' });
  const author = await calls.makePerson();
  await calls.grant('WORKBOOK', seen.id, author.id, 1);
  const own = await calls.makeWorkbook('Own', null, author.key);

  const answers = [];
  for (const slug of ['hidden', 'seen'])
    for (const slugTakeover of [false, true]) {
      const answer = await put(own.id, { slug, slugTakeover }, author.key);
      assert.ok(!answer.body.includes('plans'), answer.body);
      const { status, code, message } = answer.json() as { status: number; code: string; message: string };
      answers.push({ status, code, message: message.replaceAll(slug, '…') });
    }
  assert.deepEqual(answers.slice(0, 2), answers.slice(2));
  assert.deepEqual(answers.map(({ status, code }) => [status, code]).slice(0, 2), [
    [409, 'slug_taken'],
    [403, 'forbidden'],
  ]);
});

test('two workbooks that choose one slug at the same time: one has it, the other is told', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await calls.makeWorkbook('A'), await calls.makeWorkbook('B')];
    const answers = await Promise.all([a, b].map(({ id }) => put(id, { slug: `round-${round}` })));
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  }
});

test("two workbooks that take each other's slugs at the same time both get an answer", async () => {
  const [a, b] = [await calls.makeWorkbook('Swap a'), await calls.makeWorkbook('Swap b')];
  const slugOf = async (id: number) => (await calls.ok<Workbook>('GET', `/workbooks/${id}`)).slug;
  for (let round = 0; round < 10; round += 1) {
    await put(a.id, { slug: 'left', slugTakeover: true });
    await put(b.id, { slug: 'right', slugTakeover: true });
    const answers = await Promise.all([
      put(a.id, { slug: 'right', slugTakeover: true }),
      put(b.id, { slug: 'left', slugTakeover: true }),
    ]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200],
    );
    assert.deepEqual([await slugOf(a.id), await slugOf(b.id)], ['right', 'left']);
  }
});

test('a workbook that is put where it is stays as it is', async () => {
  const folder = await calls.makeFolder('Same place');
  const { id } = await calls.makeWorkbook('Stays', folder.id);
  const earlier = await calls.ok<Workbook>('GET', `/workbooks/${id}`);
  const answer = (await put(id, { folderId: folder.id })).json() as Workbook;
  assert.deepEqual([answer.version, answer.updatedAt], [earlier.version, earlier.updatedAt]);
});
