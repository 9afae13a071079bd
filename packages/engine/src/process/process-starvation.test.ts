import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { createStarvation } from './process-starvation.ts';

const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log()']);
after(() => child.kill('SIGKILL'));

test(
  'a process that was stopped from outside hangs, and is not held up by the machine',
  { skip: process.platform !== 'linux' },
  async () => {
    await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    while (!/\) T /.test(await readFile(`/proc/${child.pid}/stat`, 'utf8'))) await new Promise(setImmediate);
    const isStarved = createStarvation(child.pid);
    for (let look = 0; look < 3; look += 1) assert.equal(isStarved(), false);
  },
);

test('a process that is not there is not held up', () => {
  assert.equal(createStarvation(undefined)(), false);
});
