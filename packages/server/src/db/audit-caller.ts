import type { AuditEntryCallerKind, AuditEntryCredential } from '@oriel/contract';

/** Who calls what, as entries of the audit log have it. Keys never change: old entries are read as new ones. */
export interface AuditCaller {
  /** Undefined of who acts in no account by themselves: then it is the one of each record. */
  readonly tenantId?: number;
  readonly kind: AuditEntryCallerKind;
  readonly credential: AuditEntryCredential;
  readonly userId?: number;
  readonly userEmail?: string;
  readonly apiKeyId?: number;
  /** What the OAuth client of the access token calls itself. */
  readonly oauthClientId?: string;
  /** The viewer of an embed session, or for what a data token was made. */
  readonly viewer?: string;
  /** Id of the operation; the name of a job; the words of a command. */
  readonly operation: string;
  /** Of the request, or of the run of a job. */
  readonly requestId?: string;
  readonly clientAddress?: string;
  /** Of the path. */
  readonly deploymentId?: number;
}
