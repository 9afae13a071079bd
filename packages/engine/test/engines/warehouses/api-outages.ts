import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../../src/errors/errors.ts';
import { readAll } from '../../read-all.ts';
import { hasOpenssl, makeCertificates } from '../certificates.ts';
import { asRows, type ApiDialect } from './api-dialect.ts';
import type { Answers } from './fake-api.ts';

/** What becomes of a server that is away, has too much to do, or does not know who signs in; over any API. */
export function testApiOutages(api: ApiDialect): void {
  const unreached =
    'The database cannot be reached: nothing is reached at its host and port, ' +
    `or no ${api.product} answers there`;

  /** Reads from an API with such answers, and tells what it was asked. */
  async function ask(answers: Answers) {
    const fake = await api.start(answers);
    const source = api.open(fake.port);
    try {
      return { rows: await readAll(source, 'SELECT n'), asked: fake.requests.map(api.askedBy) };
    } finally {
      await source.close();
      await fake.close();
    }
  }

  test('a server with too much to do is asked again', async () => {
    let busy = [503, 429, 502];
    const { rows, asked } = await ask((request) => {
      const [status] = busy;
      busy = busy.slice(1);
      if (status !== undefined) return { status, body: 'busy' };
      const what = api.askedBy(request);
      if (what === 'submit') busy = [503];
      return what === 'submit' ? api.running() : api.rows([1], 0, 1);
    });
    assert.deepEqual(rows, asRows([1]));
    assert.deepEqual(asked, ['submit', 'submit', 'submit', 'submit', 'poll', 'poll']);
  });

  test('one that says for how long is told so, and not asked before', async () => {
    let asked = 0;
    const asking = ask(() => {
      asked += 1;
      return { status: 429, headers: { 'retry-after': '120' }, body: 'busy' };
    });
    await assert.rejects(asking, (error) => {
      assert.ok(error instanceof EngineError);
      assert.match(error.message, /it has too much to do$/);
      assert.deepEqual([error.code, error.retryAfterSeconds], ['source.unavailable', 120]);
      return true;
    });
    assert.equal(asked, 1);
  });

  test('a connection that breaks is made again', async () => {
    let breaks = 0;
    const { rows } = await ask((_request, response) => {
      breaks += 1;
      if (breaks > 2) return api.rows([1], 0, 1);
      response.destroy();
      return undefined;
    });
    assert.deepEqual(rows, asRows([1]));
  });

  test('a server that is gone in the middle of the rows is told as away', async () => {
    const asking = ask((request, response) => {
      const asked = api.askedBy(request);
      if (asked === 'submit') return api.rows([1], 0, 2);
      if (asked === 'cancel') return api.stopped();
      response
        .writeHead(200, { 'content-length': '1000000' })
        .write('{"data":[["1"],', () => response.destroy());
      return undefined;
    });
    await assert.rejects(asking, { code: 'source.unavailable', message: unreached });
  });

  test('what is another server is told as nothing that answers', async () => {
    for (const [status, body] of [
      [200, '<html>hello</html>'],
      [200, '{}'],
      [200, '[]'],
      [301, ''],
      [404, 'not here'],
      [500, 'broken'],
    ] as const) {
      const asking = ask(() => ({ status, body, headers: { location: 'http://127.0.0.1/elsewhere' } }));
      await assert.rejects(asking, { code: 'source.unavailable', message: unreached }, `${status} ${body}`);
    }
  });

  test('a server that is not there is told without its address, and tried again after a pause', async () => {
    const source = api.open(1);
    for (let round = 0; round < 5; round += 1)
      await assert.rejects(readAll(source, 'SELECT n'), { code: 'source.unavailable', message: unreached });
    await source.close();
  });

  test('a network that data sources do not reach is not connected to', async () => {
    const fake = await api.start(() => api.rows([1], 0, 1));
    const source = api.open(fake.port, { networks: { refused: ['127.0.0.0/8', '::1'], allowed: [] } });
    await assert.rejects(readAll(source, 'SELECT n'), /ORIEL_DATA_SOURCE_PRIVATE_NETWORKS/);
    assert.deepEqual(fake.requests, []);
    await source.close();
    await fake.close();
  });

  test('who is not known is told without what they have signed in with', async () => {
    const asking = ask(() => api.unauthorized());
    await assert.rejects(asking, (error) => {
      assert.ok(error instanceof EngineError);
      assert.match(error.message, /it refuses the user or the password of the data source$/);
      assert.ok(!JSON.stringify([error.message, String(error.cause)]).includes(api.secret));
      return true;
    });
  });

  test('each user reads with a token of their own, and who has none does not', async () => {
    const seen: (string | undefined)[] = [];
    const fake = await api.start(({ headers }) => {
      seen.push(headers.authorization);
      return api.rows([1], 0, 1);
    });
    const userToken = { integration: 'Warehouse', user: '{email}', allowsFallback: false };
    const source = api.open(fake.port, { userToken });
    const readAs = async (accessToken: string, connectionId: string) => {
      const own = source.forUser?.({ status: 'active', accessToken, connectionId, email: 'a@example.com' });
      assert.ok(own);
      return readAll(own, 'SELECT n');
    };
    for (const [token, connection] of [
      ['one', 'ada'],
      ['two', 'bob'],
      ['one-again', 'ada'],
    ] as const)
      await readAs(token, connection);
    assert.deepEqual(seen, ['Bearer one', 'Bearer two', 'Bearer one-again']);
    await assert.rejects(readAll(source, 'SELECT n'), { code: 'source.not_connected' });
    await source.close();
    await fake.close();
  });

  test(
    'a certificate of an own authority is checked',
    { skip: !hasOpenssl() && 'openssl is missing' },
    async () => {
      const { ca, server } = makeCertificates();
      const fake = await api.start(() => api.rows([1], 0, 1), server);
      const readWith = async (ssl: { rejectUnauthorized: boolean; ca?: string; servername?: string }) => {
        const source = api.open(fake.port, { ssl });
        try {
          return await readAll(source, 'SELECT n');
        } finally {
          await source.close();
        }
      };
      assert.deepEqual(await readWith({ rejectUnauthorized: true, ca }), asRows([1]));
      assert.deepEqual(
        await readWith({ rejectUnauthorized: true, ca, servername: 'engine.example.com' }),
        asRows([1]),
      );
      await assert.rejects(readWith({ rejectUnauthorized: true }), {
        code: 'source.unavailable',
        message: /its certificate is not accepted \((SELF_SIGNED|UNABLE_TO_VERIFY)\w+\)$/,
      });
      await fake.close();
    },
  );
}
