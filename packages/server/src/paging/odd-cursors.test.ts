import { limits, type OperationId, type PageInfo } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  adminHeadersFor,
  createTestApp,
  createWorkspaceCalls,
  listAddresses,
  listOperations as allLists,
  makeFixturesFor,
  needGitHub,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';

const listOperations = allLists.filter(([id]) => !needGitHub.has(id));
let world: TestApp;
let calls: WorkspaceCalls;
/** The addresses of each list, in each of its orders. */
const addresses = new Map<string, string[]>();
/** A cursor of each list and order that gives one, by its address. */
const cursors = new Map<string, string>();
/** Of who may read each list. */
const headers = new Map<string, Record<string, string>>();
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
  for (const name of ['First', 'Second']) {
    await calls.makeFolder(name);
    await calls.makeWorkbook(name);
    await calls.makeReport({ name });
    await world.build.deployment({ tenantId: world.tenantId });
  }
  for (const [id] of listOperations) {
    const fixtures = await makeFixturesFor(id as OperationId, world, calls);
    addresses.set(id, listAddresses(id as OperationId, fixtures));
    headers.set(id, await adminHeadersFor(id as OperationId, world));
  }
  for (const [id, ofList] of addresses)
    for (const address of ofList) {
      const answer = await world.call({ method: 'GET', path: `${address}first=1`, ...headersOf(id) });
      assert.equal(answer.statusCode, 200, `${address} ${answer.body}`);
      const cursor = (answer.json() as { pageInfo: PageInfo }).pageInfo.endCursor;
      if (cursor) cursors.set(address, cursor);
    }
});
after(() => world.close());

const headersOf = (id: string) => ({ headers: headers.get(id) ?? {} });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Lists with ids beyond 32 bits, by the names in their cursors: the audit log, and lines, numbered by time. */
const isBeyond32Bits = new Set(['audit-log at id desc', 'logs']);

/** Cursors that a list has not given: one of its own that was altered, those of others, and what was never one. */
function oddCursors(address: string): string[] {
  const values = [
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 31,
    2 ** 53,
    '',
    'x',
    '\0',
    '\ud800',
    [],
    {},
    [[]],
    '__proto__',
  ];
  const own = cursors.get(address);
  const made = (own === undefined ? [] : [own]).flatMap((cursor) => {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    return [
      ...[1, 2, 7, Math.floor(cursor.length / 2), cursor.length - 2].map((length) => cursor.slice(0, length)),
      cursor.slice(1),
      `${cursor}${cursor}`,
      encode(parts.toReversed()),
      encode([parts[0], ...values]),
      encode({ ...parts }),
      // The last part of a key is an id.
      ...values
        .filter((value) => value !== 0 && value !== -1)
        .filter((value) => value !== 2 ** 31 || !isBeyond32Bits.has(String(parts[0])))
        .map((value) => encode(parts.with(parts.length - 1, value))),
    ];
  });
  return [
    ...made,
    ...new Set([...cursors.values()].filter((cursor) => cursor !== own)),
    ...values.map(encode),
    '%00',
    '%ff',
    '%',
    '🦉',
    '..%2f',
    "' or 1=1 --",
    `${'['.repeat(2_000)}`,
    Buffer.from('['.repeat(3_000)).toString('base64url'),
    Buffer.from([0xff, 0xfe, 0x00]).toString('base64url'),
    encode(['x'.repeat(2_900)]),
    'A'.repeat(limits.MAX_CURSOR_LENGTH),
    'A'.repeat(limits.MAX_CURSOR_LENGTH + 1),
  ];
}

test('lists are found among the operations, in more than one order', () => {
  assert.ok(listOperations.length >= 5, listOperations.map(([id]) => id).join());
  assert.ok([...addresses.values()].some((each) => each.length > 5));
});

for (const [id] of listOperations)
  test(`${id} refuses every cursor that it has not given, in each of its orders`, async () => {
    for (const address of addresses.get(id) ?? [])
      for (const cursor of oddCursors(address)) {
        const after = /^%[0-9a-f]{2}$/.test(cursor) ? cursor : encodeURIComponent(cursor);
        const path = `${address}after=${after}`;
        const answer = await world.call({ method: 'GET', path, ...headersOf(id) });
        assert.equal(
          answer.statusCode,
          400,
          `${address}after=${after.slice(0, 200)} ${answer.body.slice(0, 300)}`,
        );
      }
  });
