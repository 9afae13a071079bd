import type { AddressInfo } from 'node:net';
import { hashSecret } from '@oriel/server/test';
import { median, type Bench, type BenchResult } from '../support/bench.ts';
import { withDurableServer, type DurableServer } from '../support/durable-server.ts';

const ROUNDS = 2_000;
const WARM_UP = 500;
/** How much longer a request with a token may take. */
const TARGET_MS = 0.1;
const TOKEN = 'ort_benchmark-token-of-the-administrator-0001';

/** A request with an OAuth access token beside the same with an API key, one after the other in turn. */
export const oauthToken: Bench = {
  id: 'oauth-token',
  title: 'A request with an OAuth token',
  run: () => withDurableServer(measure),
};

async function measure({ testApp }: DurableServer): Promise<BenchResult[]> {
  await insertToken(testApp);
  // A listening TCP server has an address with a port.
  const { port } = testApp.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const ask = async (secret: string): Promise<number> => {
    const started = performance.now();
    const answer = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: `Bearer ${secret}` } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`The server answered ${answer.status}`);
    return performance.now() - started;
  };
  for (let round = 0; round < WARM_UP; round += 1)
    for (const secret of [testApp.adminKey, TOKEN]) await ask(secret);
  const samples: { oriel: number[]; floor: number[] } = { oriel: [], floor: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Who is first in a turn changes.
    const order = round % 2 === 0 ? (['floor', 'oriel'] as const) : (['oriel', 'floor'] as const);
    for (const kind of order) samples[kind].push(await ask(kind === 'oriel' ? TOKEN : testApp.adminKey));
  }
  const [token, key] = [median(samples.oriel), median(samples.floor)];
  // Of both in one turn: whatever else the machine does, it does to both.
  const dearer = median(samples.oriel.map((ms, index) => ms - (samples.floor[index] ?? ms)));
  const note = `${token.toFixed(3)} ms with a token, ${key.toFixed(3)} ms with a key`;
  return [{ name: 'oauth-token.dearer', unit: 'ms', oriel: dearer, target: TARGET_MS, samples, note }];
}

/** A token of the administrator, as the command line has one. */
async function insertToken({ database, tenantId, adminId }: DurableServer['testApp']): Promise<void> {
  await database.pool.query(
    `with given as (
       insert into oauth_grants (key, tenant_id, user_id, client_id, scopes, payload, expires_at)
       values ('bench', $1, $2, 'oriel-cli', '{api:write}', '{}', now() + interval '1 day') returning id
     )
     insert into oauth_access_tokens (hash, tenant_id, client_id, user_id, grant_id, scopes, payload, expires_at)
     select $3, $1, 'oriel-cli', $2, id, '{api:write}', '{}', now() + interval '1 day' from given`,
    [tenantId, adminId, hashSecret(TOKEN)],
  );
}
