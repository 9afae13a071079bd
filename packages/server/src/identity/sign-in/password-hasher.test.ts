import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, test } from 'node:test';
import threads from 'node:worker_threads';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';
import { hashPassword } from './password-hash.ts';

let hasher: PasswordHasher;
before(() => {
  hasher = createPasswordHasher({ threads: 2 });
});
after(() => hasher.close());

test('passwords are checked on threads of their own, and every one is answered', async () => {
  const stored = hashPassword('right');
  const checks = await Promise.all(
    ['right', 'wrong', 'right', 'wrong', 'right'].map((password) => hasher.check(password, stored)),
  );
  assert.deepEqual(
    checks.map(({ isCorrect }) => isCorrect),
    [true, false, true, false, true],
  );
});

test('passwords that are checked take no thread of the pool that queries and files need', async () => {
  const many = createPasswordHasher({ threads: 2 });
  const poolSize = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
  let checked = 0;
  // More than the pool has threads: a later caller would wait for most of them.
  const checks = Array.from({ length: poolSize + 8 }, async () => {
    await many.check('wrong', null);
    checked += 1;
  });
  const settled = Promise.allSettled(checks);
  await readdir('.');
  assert.ok(checked <= 2, `${checked} passwords were checked before a folder was read`);
  await many.close();
  await settled;
});

test('a check that waits when the server stops is refused with the reason', async () => {
  const stopping = createPasswordHasher({ threads: 1 });
  const settled = Promise.allSettled([stopping.check('a', null), stopping.check('b', null)]);
  await stopping.close();
  for (const { status } of await settled) assert.equal(status, 'rejected');
});

test('a check is made on another thread when its own ends', async () => {
  const { Worker } = threads;
  const begun: InstanceType<typeof Worker>[] = [];
  threads.Worker = class extends Worker {
    constructor(...parts: ConstructorParameters<typeof Worker>) {
      super(...parts);
      begun.push(this);
    }
  };
  syncBuiltinESMExports();
  const losing = createPasswordHasher({ threads: 1 });
  try {
    const checking = losing.check('right', hashPassword('right'));
    await begun[0]?.terminate();
    assert.deepEqual(await checking, { isCorrect: true });
    assert.equal(begun.length, 2);
  } finally {
    await losing.close();
    threads.Worker = Worker;
    syncBuiltinESMExports();
  }
});
