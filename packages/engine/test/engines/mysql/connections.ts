import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MySqlSourceConfig } from '../../../src/sources/connection/source-config.ts';
import { openMySqlSource } from '../../../src/sources/mysql/mysql-source.ts';
import { readAll } from '../../read-all.ts';
import type { MySqlWorld } from './mysql-world.ts';

/** How a server is met, and what is told where it is not. */
export function testConnections(world: () => MySqlWorld): void {
  const toldOf = (changes: Partial<MySqlSourceConfig>): Promise<string> =>
    world().withSource(changes, async (source) => {
      const [row] = await readAll(source, 'SELECT n FROM kept').catch((error: Error) => [[error.message]]);
      return String(row?.[0]);
    });
  const tls = () => ({ rejectUnauthorized: true, ca: world().certificates.ca });

  test('who may not sign in, and a database that is not there, are told without names', async () => {
    const refused = 'The database cannot be reached: it refuses the user or the password of the data source';
    assert.equal(await toldOf({ password: 'wrong' }), refused);
    assert.equal(await toldOf({ user: 'nobody' }), refused);
    assert.equal(await toldOf({ database: 'mysql' }), refused);
    assert.match(
      await toldOf({ database: 'no_such', user: 'owner', password: 'hunter3' }),
      /Unknown database/,
    );
  });

  test('whatever keeps a server from being met is told in the same words', async () => {
    const told = await Promise.all([
      toldOf({ port: 1 }),
      toldOf({ host: 'no-such-host.invalid' }),
      toldOf({ port: 1, ssl: tls() }),
    ]);
    assert.deepEqual(
      [...new Set(told)],
      ['The database cannot be reached: nothing is reached at its host and port, or no MySQL answers there'],
    );
  });

  test('a network that is refused is not reached, by its address or by a name', async () => {
    const networks = { refused: ['127.0.0.0/8', '::1'], allowed: [] };
    for (const host of ['127.0.0.1', 'localhost'])
      assert.match(await toldOf({ host, networks }), /ORIEL_DATA_SOURCE_PRIVATE_NETWORKS/);
    assert.equal(await toldOf({ networks: { ...networks, allowed: ['127.0.0.1'] } }), '1');
  });

  test('an encrypted connection checks who has signed the certificate, and for which name', async () => {
    assert.equal(await toldOf({ ssl: tls() }), '1');
    assert.match(
      await toldOf({ ssl: { rejectUnauthorized: true } }),
      /its certificate is not accepted \(\w+\)/,
    );
    assert.equal(await toldOf({ ssl: { rejectUnauthorized: false } }), '1');
    assert.match(
      await toldOf({ host: 'localhost', ssl: tls() }),
      /its certificate is not accepted \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    );
    for (const host of ['localhost', '127.0.0.1'])
      assert.equal(await toldOf({ host, ssl: { ...tls(), servername: 'engine.example.com' } }), '1');
    assert.match(
      await toldOf({ ssl: { ...tls(), servername: 'other.example.com' } }),
      /ERR_TLS_CERT_ALTNAME_INVALID/,
    );
    await world().withSource({ ssl: tls() }, async (source) => {
      const sql =
        "SELECT variable_value <> '' FROM information_schema.session_status WHERE variable_name = 'Ssl_cipher'";
      const ofMySql = sql.replace('information_schema', 'performance_schema');
      assert.equal(Number((await readAll(source, world().flavour === 'mysql' ? ofMySql : sql))[0]?.[0]), 1);
    });
  });

  test('a user can be made to bring a certificate, and to encrypt', async () => {
    const { admin, certificates } = world();
    await admin.query(
      "CREATE USER signed@'%' IDENTIFIED BY 'p' REQUIRE X509; GRANT SELECT ON data.* TO signed@'%'",
    );
    const as = { user: 'signed', password: 'p' };
    assert.match(await toldOf({ ...as }), /refuses the user/);
    assert.match(await toldOf({ ...as, ssl: tls() }), /refuses the user/);
    assert.equal(await toldOf({ ...as, ssl: { ...tls(), ...certificates.client } }), '1');
  });

  test('each way to store passwords signs in, encrypted or not', async () => {
    const { admin, flavour } = world();
    const plugins =
      flavour === 'mysql'
        ? ['caching_sha2_password', 'sha256_password', 'mysql_native_password']
        : ['mysql_native_password'];
    for (const plugin of plugins) {
      const how =
        flavour === 'mysql' ? `WITH ${plugin} BY 'ß secret'` : `VIA ${plugin} USING PASSWORD('ß secret')`;
      await admin.query(
        `CREATE USER ${plugin}@'%' IDENTIFIED ${how}; GRANT SELECT ON data.* TO ${plugin}@'%'`,
      );
      for (const ssl of [undefined, tls()])
        assert.equal(await toldOf({ user: plugin, password: 'ß secret', ...(ssl && { ssl }) }), '1', plugin);
    }
  });

  test('each user reads with a token of their own as the password', async () => {
    const { admin, config } = world();
    await admin.query("CREATE USER alice@'%' IDENTIFIED BY 'token-a'; GRANT SELECT ON data.* TO alice@'%'");
    const { password: _password, ...rest } = config;
    const source = openMySqlSource({
      ...rest,
      user: '',
      userToken: { integration: 'Warehouse', user: '{login}', allowsFallback: false },
    });
    const as = (accessToken: string) =>
      source.forUser?.({
        status: 'active',
        accessToken,
        connectionId: accessToken,
        email: 'alice@example.com',
      });
    try {
      const [alice, wrong] = [as('token-a'), as('token-b')];
      assert.ok(alice && wrong);
      assert.deepEqual(await readAll(alice, "SELECT SUBSTRING_INDEX(CURRENT_USER(), '@', 1)"), [['alice']]);
      await assert.rejects(readAll(wrong, 'SELECT 1'), (error: Error) => {
        assert.match(error.message, /refuses the user or the password/);
        return !error.message.includes('token');
      });
      await assert.rejects(readAll(source, 'SELECT 1'), { code: 'source.not_connected' });
    } finally {
      await source.close();
    }
  });
}
