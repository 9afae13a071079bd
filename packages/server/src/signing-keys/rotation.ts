import { schemas } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { defineJob, handleJob, type HandledJob } from '../jobs/job.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { addSigningKey, changeState, lockSigningKeys } from './signing-key-store.ts';

/** After so many days another key signs. */
const SIGNING_DAYS = 30;
/**
 * For so many days a key is published that signs no more: tokens live an hour, and verifiers may cache the set for
 * long.
 */
const PREVIOUS_DAYS = 7;

/** Has another key sign every 30 days, and takes back those that nothing is signed with any more. */
const rotateSigningKeysJob = defineJob({
  name: 'rotate-signing-keys',
  data: schemas.input('Nothing.', {}),
  schedule: '17 3 * * *',
  isExclusive: true,
  timeoutSeconds: 120,
  retry: { limit: 3, delaySeconds: 60, maxDelaySeconds: 600 },
});

/** Binds the job to a database. */
export function handleSigningKeyRotation(db: Db, keyring: Keyring): HandledJob {
  return handleJob(rotateSigningKeysJob, async (_data, { count }) => {
    if (await rotateDueKeys(db, keyring)) count('rotated', 1);
  });
}

/** Makes the first keys of an installation, where another server has not just done so. */
export async function makeFirstKeys(db: Db, keyring: Keyring): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx);
    const first = await tx.selectFrom('signingKeys').select('kid').limit(1).executeTakeFirst();
    if (!first) await addBoth(tx, keyring);
  });
}

/**
 * Rotates where the current key has signed for 30 days. An installation that has none yet gets none.
 * @returns whether
 */
export async function rotateDueKeys(db: Db, keyring: Keyring): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx);
    await tx
      .deleteFrom('signingKeys')
      .where('state', '=', 'previous')
      .where('stateSince', '<', sql<string>`now() - make_interval(days => ${PREVIOUS_DAYS})`)
      .execute();
    const due = await tx
      .selectFrom('signingKeys')
      .select('kid')
      .where('state', '=', 'current')
      .where('stateSince', '<', sql<string>`now() - make_interval(days => ${SIGNING_DAYS})`)
      .executeTakeFirst();
    if (!due) return false;
    await turn(tx, keyring);
    return true;
  });
}

/** How the operator rotates. */
interface RotationOptions {
  /**
   * Takes all keys back that are published, where they have leaked: what they have signed is refused at once.
   * Default: they stay published, so that nothing is refused.
   */
  readonly withdraw?: boolean;
}

/** Has another key sign from now on. Servers follow within seconds. */
export async function rotateSigningKeys(
  db: Db,
  keyring: Keyring,
  { withdraw = false }: RotationOptions = {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx);
    if (withdraw) await tx.deleteFrom('signingKeys').execute();
    const current = await tx
      .selectFrom('signingKeys')
      .select('kid')
      .where('state', '=', 'current')
      .executeTakeFirst();
    if (current) await turn(tx, keyring);
    else await addBoth(tx, keyring);
  });
}

async function turn(tx: Db, keyring: Keyring): Promise<void> {
  await changeState(tx, 'current', 'previous');
  await changeState(tx, 'next', 'current');
  await addSigningKey(tx, keyring, 'next');
}

async function addBoth(tx: Db, keyring: Keyring): Promise<void> {
  await addSigningKey(tx, keyring, 'current');
  await addSigningKey(tx, keyring, 'next');
}
