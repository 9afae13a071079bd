import { ApiError, type Client } from '@oriel/client';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run, type Effects } from './index.ts';

/** Runs a command line against a server that gives one answer, and collects what is printed. */
async function runWith(args: string[], answer: unknown): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const reply = async () => {
    if (answer instanceof Error) throw answer;
    return answer as never;
  };
  const client: Client = { call: reply, query: reply, items: async function* () {} };
  const effects: Effects = {
    print: (line) => void lines.push(line),
    connect: async () => client,
    startServer: async () => 0,
  };
  return { code: await run(args, effects), lines };
}

test('lists deployments as a table', async () => {
  const { code, lines } = await runWith(['deployments'], {
    items: [{ id: 1, name: 'Flights', deploymentUrl: 'http://x/deployments/1' }],
  });
  assert.equal(code, 0);
  assert.deepEqual(lines, ['ID  NAME     ADDRESS', '1   Flights  http://x/deployments/1']);
});

test('prints JSON where it is asked for', async () => {
  const { lines } = await runWith(['workspace', '--deployment', '1', '--json'], { items: [] });
  assert.deepEqual(lines, ['[]']);
});

test('says in one line what is wrong', async () => {
  assert.deepEqual(await runWith(['fly'], {}), {
    code: 1,
    lines: ['oriel: There is no command fly. Run oriel --help'],
  });
  assert.deepEqual(await runWith(['workspace'], {}), {
    code: 1,
    lines: ['oriel: --deployment takes a number'],
  });
  const refused = new ApiError({
    status: 401,
    code: 'unauthenticated',
    message: 'A valid credential is needed',
  });
  assert.deepEqual(await runWith(['deployments'], refused), {
    code: 1,
    lines: ['oriel: A valid credential is needed (unauthenticated)'],
  });
});

test('shows its usage, and fails without a command', async () => {
  assert.equal((await runWith(['--help'], {})).code, 0);
  assert.equal((await runWith([], {})).code, 1);
});
