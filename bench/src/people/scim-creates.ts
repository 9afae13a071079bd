import pg from 'pg';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';
import { withDurableOriel } from '../support/durable-oriel.ts';
import type { OrielProcess } from '../support/oriel-process.ts';

const BATCH = 100;
const ROUNDS = 10;
const TARGET = 3;

/**
 * 1,000 users by SCIM, one after the other as a provider sends them, on a PostgreSQL that waits for the disk, beside
 * the same rows by plain transactions of SQL on one connection: begin, a prepared insert, commit. The same rows are a
 * user and its entry in the audit log, which the trigger of the table writes for both: it does so for a caller alone,
 * so that the floor names one, once.
 */
export const scimCreates: Bench = {
  id: 'scim-creates',
  title: 'Users created by SCIM',
  run: (): Promise<BenchResult[]> =>
    withDurableOriel(async ({ oriel, connection }) => {
      const client = new pg.Client(connection);
      await client.connect();
      try {
        await client.query(
          `select set_config('oriel.caller', json_build_object('tenantId', min(id))::text, false) from tenants`,
        );
        const samples = await measureInTurn(
          { oriel: () => createByScim(oriel), floor: () => createBySql(client) },
          { rounds: ROUNDS },
        );
        await checkRows(client);
        return [compare('scim-creates', samples, { target: TARGET, note: `${BATCH} users in a sample` })];
      } finally {
        await client.end();
      }
    }),
};

let made = 0;
const nextName = () => `person-${(made += 1)}@example.com`;

async function createByScim(oriel: OrielProcess): Promise<void> {
  for (let count = 0; count < BATCH; count += 1) {
    const userName = nextName();
    const answer = await oriel.post('/api/scim/v2/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      externalId: userName,
      name: { givenName: 'Grace', familyName: 'Hopper' },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
    });
    if (!answer.includes('"id":"')) throw new Error(`A user was answered with ${answer}`);
  }
}

const INSERT = `insert into users (tenant_id, email, username, first_name, given_name, family_name, external_id, role)
  values ((select min(id) from tenants), $1, $1, 'Grace Hopper', 'Grace', 'Hopper', $1, 'Viewer') returning id`;

async function createBySql(client: pg.Client): Promise<void> {
  for (let count = 0; count < BATCH; count += 1) {
    await client.query('begin');
    await client.query({ name: 'insert', text: INSERT, values: [nextName()] });
    await client.query('commit');
  }
}

/**
 * @throws where not every user that was made has an entry in the audit log: then one side has written less than the
 * other
 */
async function checkRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ noted: number }>(
    `select count(*)::integer as noted from audit_entries where resource = 'user' and action = 'created' and after ->> 'email' like 'person-%'`,
  );
  if (rows[0]?.noted !== made)
    throw new Error(`${made} users were made, ${rows[0]?.noted} are in the audit log`);
}
