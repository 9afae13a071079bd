import { refuse, type ServerBrand } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { CredentialCheck } from '../http/authentication.ts';

export function createEmbedCredential(_db: Db, _brand: ServerBrand): CredentialCheck {
  return async () => {
    throw refuse('unauthenticated');
  };
}
