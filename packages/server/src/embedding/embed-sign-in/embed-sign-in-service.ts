import { limits, refuse, type ServerBrand } from '@oriel/contract';
import { sql } from 'kysely';
import { hash } from 'node:crypto';
import type { UserPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { showEmbedSecret, type TokenSecretColumns } from '../../secrets/token-secrets.ts';
import { hashSecret, makeSecret } from '../../identity/credentials/secrets.ts';
import { signToken } from '../../identity/credentials/signed-token.ts';
import { SIGN_IN_KEY } from './sign-in-claims.ts';

/** How long a frame has to exchange a code. */
const CODE_SECONDS = 60;

/** Makes the service of private sign-in. */
export function createEmbedSignInService(
  db: Db,
  { keyring, brand }: { keyring: Keyring; brand: Pick<ServerBrand, 'name'> },
) {
  return {
    /** Makes a code for the frame that keeps the secret behind `challenge`; see RFC 7636. */
    async createCode({ tenantId, consoleSession }: UserPrincipal, challenge: string): Promise<string> {
      if (!consoleSession) throw refuse('console_session_required');
      const code = makeSecret();
      await sql`
        insert into embed_sign_in_codes (hash, tenant_id, session_hash, challenge, expires_at)
        select ${hashSecret(code)}, ${tenantId}, s.hash, ${Buffer.from(challenge, 'base64url')},
          now() + make_interval(secs => ${CODE_SECONDS})
        from console_sessions s where s.id = ${consoleSession.id}`.execute(db);
      return code;
    },
    /**
     * Exchanges a code for a token, once: a try with another secret uses it up.
     *
     * @throws `embed_session_unknown` for a code that is unknown, used, expired, of another frame, or of a session that
     * is over
     */
    async redeem(tenantId: number, { code, verifier }: { code: string; verifier: string }): Promise<string> {
      const { rows } = await sql<RedeemedCode>`
        with used as (
          delete from embed_sign_in_codes where hash = ${hashSecret(code)} and tenant_id = ${tenantId} returning *)
        select used.session_hash, used.challenge, s.expires_at, s.user_id,
          t.embed_secret as plain_secret, e.encrypted_secret, e.key_id
        from used join console_sessions s on s.hash = used.session_hash join tenants t on t.id = used.tenant_id
        left join embed_secrets e on e.tenant_id = t.id
        where used.expires_at > now() and s.expires_at > now()`.execute(db);
      const [found] = rows;
      if (!found || !hash('sha256', verifier, 'buffer').equals(found.challenge))
        throw refuse('embed_session_unknown');
      const end = Math.min(Date.parse(found.expiresAt), Date.now() + limits.EMBED_TOKEN_TTL_SECONDS * 1000);
      const payload = {
        sub: String(found.userId),
        [SIGN_IN_KEY]: found.sessionHash.toString('base64url'),
      };
      const secret = await showEmbedSecret(keyring, tenantId, found);
      return signToken(payload, { secret, issuer: brand.name }, end);
    },
  };
}

interface RedeemedCode extends TokenSecretColumns {
  sessionHash: Buffer;
  challenge: Buffer;
  expiresAt: string;
  userId: number;
}
