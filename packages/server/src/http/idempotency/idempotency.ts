import { limits, refuse, refuseFields, type Operation } from '@oriel/contract';
import { createHash } from 'node:crypto';
import { callerNameOf } from '../../access/caller-name.ts';
import type { Principal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { runInContext, type RequestContext } from '../../db/request-context.ts';
import { decrypt, encrypt, type Encrypted } from '../../secrets/encryption.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import {
  createIdempotencyStore,
  type KnownKey,
  type StoredAnswer,
  type StoredKey,
} from './idempotency-store.ts';
import { createTurns } from './turns.ts';

/** A request that was sent with a key. */
interface KeyedRequest {
  readonly principal: Principal;
  /** As the header says it. */
  readonly key: string;
  readonly operation: Operation;
  /** Address and body, as they were sent. */
  readonly said: readonly unknown[];
}

/** Runs what is asked for once for each key. */
export interface Idempotency {
  /**
   * Runs the work of a request, or finds its answer where it has run before. The work and its answer are one
   * transaction: either both last or neither, whenever the server ends. A refusal is not stored, because nothing was
   * done. Of a bulk request this holds for each of its items: sent again, it does what is left to do and answers with
   * what became of all of them.
   *
   * @throws what the work throws; `validation_failed` for a key that cannot be one, `idempotency_key_in_use`,
   * `idempotency_key_reused`, `idempotent_answer_lost`
   */
  run(
    request: KeyedRequest,
    context: RequestContext,
    work: () => Promise<unknown>,
  ): Promise<{ answer: unknown; isReplay: boolean }>;
}

/** The header that callers send. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${limits.MAX_IDEMPOTENCY_KEY_LENGTH}}$`);
/** Each holds a connection until its answer is stored, and its work may need another for a moment. */
const MAX_AT_ONCE = 6;

/** Makes what runs requests with keys. */
export function createIdempotency(parts: IdempotencyParts): Idempotency {
  const turns = createTurns(MAX_AT_ONCE);
  return {
    async run(request, context, work) {
      const { key, requestHash } = readKey(request);
      const keyed: KeyedWork = { key, requestHash, context, work };
      return turns.take(() =>
        request.operation.isItemwise
          ? runItemByItem(parts, keyed)
          : runInContext({ ...context, outer: { connection: undefined } }, () =>
              runInOneTransaction(parts, keyed),
            ),
      );
    },
  };
}

/** What keys and answers are kept with. */
interface IdempotencyParts {
  readonly db: Db;
  readonly keyring: Keyring;
}

/** A request with a key that can be one. */
interface KeyedWork {
  readonly key: StoredKey;
  readonly requestHash: Buffer;
  readonly context: RequestContext;
  work(this: void): Promise<unknown>;
}

type KeyedAnswer = Awaited<ReturnType<Idempotency['run']>>;

/** @throws `validation_failed` for a key that cannot be one */
function readKey(request: KeyedRequest): Pick<KeyedWork, 'key' | 'requestHash'> {
  if (!KEY.test(request.key))
    throw refuseFields([
      {
        path: IDEMPOTENCY_KEY,
        message: `must be 1 to ${limits.MAX_IDEMPOTENCY_KEY_LENGTH} visible characters of ASCII`,
      },
    ]);
  const key: StoredKey = {
    tenantId: request.principal.tenantId,
    caller: callerNameOf(request.principal),
    keyHash: hash(request.key),
  };
  const { method, path } = request.operation;
  return { key, requestHash: hash(JSON.stringify([method, path, request.said])) };
}

function runInOneTransaction(
  { db, keyring }: IdempotencyParts,
  { key, requestHash, work }: KeyedWork,
): Promise<KeyedAnswer> {
  return db.transaction().execute(async (tx) => {
    const store = createIdempotencyStore(tx);
    if (!(await store.lock(key))) throw refuse('idempotency_key_in_use');
    const known = await store.find(key);
    checkSameRequest(known, requestHash);
    if (known?.answer) return { answer: await decode(keyring, known.answer, key), isReplay: true };
    const answer = await work();
    await store.put(key, await encode(keyring, answer, key, requestHash));
    return { answer, isReplay: false };
  });
}

function runItemByItem(
  { db, keyring }: IdempotencyParts,
  { key, requestHash, context, work }: KeyedWork,
): Promise<KeyedAnswer> {
  return db.connection().execute(async (connection) => {
    const store = createIdempotencyStore(connection);
    if (!(await store.lockConnection(key))) throw refuse('idempotency_key_in_use');
    try {
      const found = await store.find(key);
      checkSameRequest(found, requestHash);
      if (found?.answer) return { answer: await decode(keyring, found.answer, key), isReplay: true };
      if (!found) await store.claim(key, requestHash);
      const known = await store.listOutcomes(key);
      const before = known.size;
      try {
        const answer = await runInContext({ ...context, outcomes: { ...key, known } }, work);
        return { answer, isReplay: found !== undefined && known.size === before };
      } catch (error) {
        if (known.size === 0) await store.release(key);
        throw error;
      }
    } finally {
      await store.unlock(key);
    }
  });
}

async function encode(
  keyring: Keyring,
  answer: unknown,
  key: StoredKey,
  requestHash: Buffer,
): Promise<StoredAnswer> {
  const text = JSON.stringify({ answer });
  return { requestHash, ...encrypt(await keyring.current(), text, contextOf(key)) };
}

async function decode(
  keyring: Keyring,
  { keyId, encryptedValue }: Encrypted,
  key: StoredKey,
): Promise<unknown> {
  const found = await keyring.find(keyId);
  // The keys of the installation have been changed since.
  if (!found) throw refuse('idempotent_answer_lost');
  return (JSON.parse(decrypt(found, encryptedValue, contextOf(key))) as { answer?: unknown }).answer;
}

/** @throws `idempotency_key_reused` */
function checkSameRequest(known: KnownKey | undefined, requestHash: Buffer): void {
  if (known && !known.requestHash.equals(requestHash)) throw refuse('idempotency_key_reused');
}

/** An answer that was stored for one key is none for another. */
function contextOf({ tenantId, caller, keyHash }: StoredKey): string {
  return `idempotency ${tenantId} ${caller} ${keyHash.toString('hex')}`;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
