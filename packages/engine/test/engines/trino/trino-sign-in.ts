import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrinoSourceConfig } from '../../../src/sources/connection/source-config.ts';
import type { Source } from '../../../src/sources/connection/source.ts';
import type { UserCredential } from '../../../src/sources/connection/user-credential.ts';
import { openTrinoSource } from '../../../src/sources/trino/trino-source.ts';
import { readAll } from '../../read-all.ts';
import { PASSWORDS } from './trino-server.ts';
import type { TrinoWorld } from './trino-world.ts';

/** Who reads, by which credential, and over which connection. */
export function testSignIn(world: () => TrinoWorld): void {
  /** Over an encrypted connection, by a password unless something else is given. */
  const encrypted = (more: Partial<TrinoSourceConfig> = {}): TrinoSourceConfig => {
    const { config, server } = world();
    const ssl = { rejectUnauthorized: true, ca: server.certificates.ca };
    return { ...config, port: server.tlsPort, user: 'alice', password: PASSWORDS.alice, ssl, ...more };
  };
  const withToken = (user: string, token: string) => encrypted({ user, password: undefined, token });
  const refused = (message: RegExp) => ({ code: 'source.unavailable', message });

  test('a password or a token signs in over an encrypted connection', async () => {
    const { server } = world();
    assert.deepEqual(await whoReads(encrypted()), [['alice']]);
    assert.deepEqual(await whoReads(withToken('bob', server.tokenOf('bob'))), [['bob']]);
    const ssl = { rejectUnauthorized: true, ca: server.certificates.ca, servername: 'engine.example.com' };
    assert.deepEqual(await whoReads(encrypted({ ssl })), [['alice']]);
  });

  test('what does not sign in is told without it', async () => {
    const { server } = world();
    const told = refused(/it refuses the user or the password of the data source$/);
    await assert.rejects(whoReads(encrypted({ password: 'hunter2' })), told);
    await assert.rejects(whoReads(encrypted({ password: undefined })), told);
    await assert.rejects(whoReads(withToken('bob', `${server.tokenOf('bob')}x`)), told);
    await assert.rejects(whoReads(withToken('bob', 'hunter2')), told);
  });

  test('nobody reads in the name of another', async () => {
    for (const config of [encrypted({ user: 'bob' }), withToken('bob', world().server.tokenOf('alice'))])
      await assert.rejects(whoReads(config), { code: /^(source\.unavailable|query\.failed)$/ });
  });

  test('a certificate that is not accepted is told by its fault', async () => {
    const { certificates } = world().server;
    await assert.rejects(
      whoReads(encrypted({ ssl: { rejectUnauthorized: true } })),
      refused(/its certificate is not accepted \((SELF_SIGNED|UNABLE_TO_VERIFY)\w+\)$/),
    );
    const ssl = { rejectUnauthorized: true, ca: certificates.ca, servername: 'other.example.com' };
    await assert.rejects(whoReads(encrypted({ ssl })), refused(/\(ERR_TLS_CERT_ALTNAME_INVALID\)$/));
    assert.deepEqual(await whoReads(encrypted({ ssl: { rejectUnauthorized: false } })), [['alice']]);
  });

  test('no password and no token leaves the machine without encryption', async () => {
    for (const secret of [{ password: 'hunter2' }, { token: 'hunter2' }])
      await assert.rejects(
        whoReads({ ...world().config, host: 'lake.example.com', ...secret }),
        refused(/goes over encrypted connections alone/),
      );
  });

  test('what a user has no right to is told in the words of the server', async () => {
    const nobody = { ...world().config, user: 'nobody' };
    await assert.rejects(readOnce(nobody, 'SELECT n FROM kept'), {
      code: 'query.failed',
      message: 'Access Denied: Cannot access catalog memory',
    });
  });

  test('each user reads with a token of their own, and who has none does not', async () => {
    const { server } = world();
    const userToken = { integration: 'Lake', user: '{login}', allowsFallback: false };
    const source = openTrinoSource(encrypted({ password: undefined, userToken }));
    const credentialOf = (user: string): UserCredential => ({
      status: 'active',
      accessToken: server.tokenOf(user),
      connectionId: user,
      email: `${user}@example.com`,
    });
    const readAs = async (credential: UserCredential | undefined) => {
      const own: Source | undefined = source.forUser?.(credential);
      return own && readAll(own, 'SELECT current_user');
    };
    try {
      for (const name of ['alice', 'bob', 'alice'])
        assert.deepEqual(await readAs(credentialOf(name)), [[name]]);
      await assert.rejects(readAs(undefined), { code: 'source.not_connected' });
      await assert.rejects(readAs({ status: 'expired' }), { code: 'source.not_connected' });
      await assert.rejects(readAll(source, 'SELECT 1'), { code: 'source.not_connected' });
      await assert.rejects(readAs({ ...credentialOf('alice'), accessToken: 'hunter2' }), ({ message }) => {
        assert.match(message, /refuses the user/);
        return !message.includes('hunter2');
      });
    } finally {
      await source.close();
    }
  });
}

async function readOnce(config: TrinoSourceConfig, sql: string) {
  const source = openTrinoSource(config);
  try {
    return await readAll(source, sql);
  } finally {
    await source.close();
  }
}

const whoReads = (config: TrinoSourceConfig) => readOnce(config, 'SELECT current_user');
