import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { runInContext } from '../db/request-context.ts';
import type { AuditCaller } from '../db/audit-caller.ts';
import type { SigningKey } from '../signing-keys/signing-key.ts';
import type { IssuedConfig } from './issued-configs.ts';
import { claimsOf, type Workload } from './token-claims.ts';

/** Seconds that a token holds. */
export const TOKEN_SECONDS = 3_600;

/** What a token is made of. */
interface TokenRequest {
  readonly config: IssuedConfig;
  readonly workload: Workload;
  readonly branch: string;
  readonly issuer: string;
  readonly key: SigningKey;
}

/** Makes a token. It is recorded before it is there, so that none is without its entry in the audit log. */
export async function issueToken(
  db: Db,
  { config, workload, branch, issuer, key }: TokenRequest,
): Promise<string> {
  const id = randomUUID();
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + TOKEN_SECONDS;
  const { sub, ...claims } = claimsOf(config, workload);
  const caller: AuditCaller = {
    kind: 'job',
    credential: 'none',
    operation: 'issue-workload-token',
    requestId: id,
  };
  await runInContext({ caller: JSON.stringify(caller) }, () =>
    db.transaction().execute((tx) =>
      tx
        .insertInto('workloadTokens')
        .values({
          id,
          tenantId: config.tenantId,
          configId: config.id,
          deploymentId: workload.deploymentId,
          branch,
          audience: config.audience,
          subject: sub,
          issuedAt: new Date(issuedAt * 1000).toISOString(),
          expiresAt: new Date(expiresAt * 1000).toISOString(),
        })
        .execute(),
    ),
  );
  const { SignJWT } = await import('jose');
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
    .setIssuer(issuer)
    .setSubject(sub)
    .setAudience(config.audience)
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(expiresAt)
    .setJti(id)
    .sign(key.privateKey);
}
