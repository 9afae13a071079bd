import type { Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

const assets = join(import.meta.dirname, '../../../../web/dist/assets');
let world: TestApp;
let port: number;
let file: string;
before(async () => {
  world = await createTestApp();
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port);
  file = readdirSync(assets).find((name) => name.endsWith('.js')) ?? '';
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

test('a file that was asked for before is the same for every client, whole or in part', async () => {
  const stem = file.replace(/\.js$/, '');
  const open = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await world.app.inject({ method, url: `/assets/${file}`, headers });
    const { date: _date, 'x-request-id': _id, ...others } = answer.headers;
    return { status: answer.statusCode, headers: others, body: answer.rawPayload };
  };
  const plain = readFileSync(join(assets, file));
  const bodies: Record<string, Buffer> = {
    'gzip, deflate, br, zstd': readFileSync(join(assets, `${file}.br`)),
    gzip: readFileSync(join(assets, `${file}.gz`)),
    identity: plain,
    '': plain,
  };
  for (const round of ['first', 'again', 'once more'])
    for (const [encoding, body] of Object.entries(bodies)) {
      const asked: Record<string, string> = encoding === '' ? {} : { 'accept-encoding': encoding };
      const answer = await open(asked);
      assert.equal(answer.status, 200);
      assert.ok(answer.body.equals(body), `${encoding} ${round}`);
      assert.equal(answer.headers['content-length'], String(body.length), encoding);
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.match(String(answer.headers['content-type']), /\bjavascript\b/);
      // Every header is as of an answer that is never kept.
      const fresh = await open(asked, 'HEAD');
      assert.deepEqual(answer.headers, fresh.headers, `${encoding} ${round}`);
      const etag = String(answer.headers['etag']);
      assert.equal((await open({ ...asked, 'if-none-match': etag })).status, 304);
      const part = await open({ range: 'bytes=0-9' });
      assert.deepEqual([part.status, part.body], [206, plain.subarray(0, 10)]);
    }
  for (const url of [`/assets/${stem}`, `/assets/${file}x`, '/assets/']) {
    const answers = [await world.app.inject({ url }), await world.app.inject({ url })];
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [404, 404],
      url,
    );
  }
});
