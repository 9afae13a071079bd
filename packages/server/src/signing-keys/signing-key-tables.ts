import { defineTables } from '../db/schema/table-rules.ts';
import type { ColumnType, Generated } from 'kysely';
import type { PublicJwk } from '../db/values/stored-jwk.ts';

declare module '../db/tables.ts' {
  interface Tables extends SigningKeyTables {}
}

/** The keys that tokens are signed with. */
interface SigningKeyTables {
  signingKeys: {
    kid: string;
    state: 'next' | 'current' | 'previous';
    publicJwk: ColumnType<PublicJwk, string, string>;
    encryptedSecret: Buffer;
    keyId: string;
    createdAt: Generated<string>;
    stateSince: Generated<string>;
  };
}

/** What becomes of their rows. */
export const signingKeyTables = defineTables<SigningKeyTables>({
  signingKeys: { unaudited: 'They belong to the installation, and to no account.' },
});
