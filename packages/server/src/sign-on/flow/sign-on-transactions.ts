import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { hashSecret } from '../../identity/credentials/secrets.ts';

/** A sign-in that has begun at a provider. */
export interface SignOnTransaction {
  readonly providerId: number;
  /** The administrator who tests the provider; null: a sign-in. */
  readonly testerId: number | null;
  /** The checked path to come back to. */
  readonly next: string;
  /** What the protocol remembers; no secrets. */
  readonly details: Readonly<Record<string, string>>;
}

/** The two secrets that find a transaction: what went to the provider, and what stayed in the browser. */
export interface TransactionKeys {
  readonly state: string;
  readonly browserToken: string;
}

/** How long people may take at the provider. */
export const SIGN_ON_TTL_SECONDS = 15 * 60;

/** The SQL of sign-ins that have begun. */
export type SignOnTransactions = ReturnType<typeof createSignOnTransactions>;

/** Makes the store of sign-ins that have begun. Both secrets are stored as hashes. */
export function createSignOnTransactions(db: Db) {
  return {
    async begin(
      { state, browserToken }: TransactionKeys,
      { details, ...values }: SignOnTransaction,
    ): Promise<void> {
      await db
        .insertInto('signOnTransactions')
        .values({
          hash: hashSecret(state),
          browserHash: hashSecret(browserToken),
          ...values,
          details: JSON.stringify(details),
          expiresAt: sql<string>`now() + make_interval(secs => ${SIGN_ON_TTL_SECONDS})`,
        })
        .execute();
    },
    /**
     * Takes a transaction, which nobody can do again; undefined where the browser has begun none with this state, or
     * too long ago. Another browser does not end it.
     */
    async take(
      tenantId: number,
      { state, browserToken }: TransactionKeys,
    ): Promise<SignOnTransaction | undefined> {
      return db
        .deleteFrom('signOnTransactions as t')
        .using('identityProviders as p')
        .whereRef('p.id', '=', 't.providerId')
        .where('p.tenantId', '=', tenantId)
        .where('t.hash', '=', hashSecret(state))
        .where('t.browserHash', '=', hashSecret(browserToken))
        .where('t.expiresAt', '>', sql<string>`now()`)
        .returning(['t.providerId', 't.testerId', 't.next', 't.details'])
        .executeTakeFirst();
    },
    /**
     * What a transaction remembers, for a protocol that answers without the browser's cookie; with `details`, it
     * remembers more. Undefined for none of the account.
     */
    async remember(
      tenantId: number,
      state: string,
      details: Readonly<Record<string, string>> = {},
    ): Promise<SignOnTransaction | undefined> {
      return db
        .updateTable('signOnTransactions as t')
        .from('identityProviders as p')
        .set({ details: sql`t.details || ${JSON.stringify(details)}::jsonb` })
        .whereRef('p.id', '=', 't.providerId')
        .where('p.tenantId', '=', tenantId)
        .where('t.hash', '=', hashSecret(state))
        .where('t.expiresAt', '>', sql<string>`now()`)
        .returning(['t.providerId', 't.testerId', 't.next', 't.details'])
        .executeTakeFirst();
    },
  };
}
