import assert from 'node:assert/strict';
import { scrypt } from 'node:crypto';
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

test('what takes the threads of libuv keeps nobody from signing in, nor the other way round', async () => {
  const poolSize = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
  // Work for as long as the test runs, for every thread of the pool.
  const over = new AbortController();
  const busy = Array.from({ length: poolSize }, async () => {
    while (!over.signal.aborted)
      await new Promise<void>((resolve) => scrypt('busy', 'salt', 32, { N: 2 ** 12 }, () => resolve()));
  });
  assert.equal((await hasher.check('wrong', null)).isCorrect, false);
  over.abort();
  await Promise.all(busy);
  const many = Promise.all(Array.from({ length: 6 }, () => hasher.check('wrong', null)));
  let isDone = false;
  void many.then(() => (isDone = true));
  // Reading a folder needs a thread of the pool, of which none is taken.
  await readdir('.');
  assert.equal(isDone, false);
  await many;
});

test('whoever waits when the server stops is told so', async () => {
  const stopping = createPasswordHasher({ threads: 1 });
  const settled = Promise.allSettled([stopping.check('a', null), stopping.check('b', null)]);
  await stopping.close();
  for (const { status } of await settled) assert.equal(status, 'rejected');
});

test('a check whose thread ends is made on another one', async () => {
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
