import type { Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

let world: TestApp;
let port: number;
let file: string;
before(async () => {
  world = await createTestApp();
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const assets = readdirSync(join(import.meta.dirname, '../../../web/dist/assets'));
  file = assets.find((name) => name.endsWith('.js')) ?? '';
});
after(() => world.close());

interface Asked {
  status: number;
  problem?: Problem;
}

/** Asks for an address as it is written, which a URL would not leave so. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers }, async (answer) => {
      const status = answer.statusCode ?? 0;
      // Whatever is refused here is refused as a problem.
      if (status >= 400) resolve({ status, problem: (await json(answer)) as Problem });
      else resolve({ status });
      answer.resume();
    });
    asked.on('error', reject).end();
  });
}

const escapes = [
  '..',
  '../',
  '..%2f',
  '%2e%2e%2f',
  '%2e%2e/',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '%c0%ae%c0%ae%2f',
  '%e0%80%ae%e0%80%ae%2f',
  '..%00/',
  '..%2f..%2f..%2f',
  './',
  '.%2f',
  '..;/',
  '/',
  '//',
  '%2f',
  '%2f%2f',
  '%5c',
];
const targets = ['', 'index.html', 'package.json', 'etc/passwd', 'etc%2fpasswd', '.env', '.git%2fconfig'];
const oddities = [
  '%',
  '%zz',
  '%ff',
  '%00',
  'a%00.js',
  '%0d%0aset-cookie:%20a=b',
  '?%',
  '%u002e',
  'x'.repeat(5_000),
  '%7f',
];

for (const base of ['/assets/', '/assets/sdk/', '/embed/', '/docs/api/'])
  test(`no address below ${base} leads out of it or fails`, async () => {
    const paths = [
      ...escapes.flatMap((escape) => targets.map((target) => escape + target)),
      ...oddities,
      ...oddities.map((odd) => `..%2f${odd}`),
    ];
    for (const path of paths) {
      const { status, problem } = await ask(base + path);
      if (status < 400) assert.match(base + path, /^\/docs\/api/, `${path}: ${status}`);
      else assert.ok([400, 404].includes(status), `${path}: ${status} ${JSON.stringify(problem)}`);
    }
  });

test('a file says what is wrong with a range or a precondition', async () => {
  const address = `/assets/${file}`;
  assert.equal((await ask(address)).status, 200);
  const cases: [Record<string, string>, number, string | undefined][] = [
    [{ range: 'bytes=0-9' }, 206, undefined],
    [{ range: 'nonsense' }, 200, undefined],
    [{ range: 'bytes=99999999-' }, 416, 'range_not_satisfiable'],
    [{ range: 'bytes=5-1' }, 416, 'range_not_satisfiable'],
    [{ 'if-match': '"another"' }, 412, 'precondition_failed'],
    [{ 'if-none-match': '*' }, 304, undefined],
  ];
  for (const [headers, expected, code] of cases) {
    const { status, problem } = await ask(address, headers);
    assert.deepEqual([status, problem?.code], [expected, code], JSON.stringify(headers));
  }
});
