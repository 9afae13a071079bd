import type { Engine, RuntimeTarget } from '@oriel/engine';
import type { EmbedPrincipal, UserPrincipal } from '../access/principal.ts';
import type { Database } from '../db/database.ts';
import type { CredentialFinder } from '../query/credential-finder.ts';
import type { SecurityContextReader } from '../query/security-context.ts';
import type { PythonSandbox } from './sandbox.ts';
import type { AppConfigService } from '../settings/app-config-service.ts';

/** What the Python of reports is run with. */
export interface PythonOptions {
  readonly database: Pick<Database, 'db'>;
  readonly engine: Pick<Engine, 'load'>;
  readonly readSecurityContext: SecurityContextReader;
  /** Default: nobody has credentials of their own. */
  readonly credentialsOf?: CredentialFinder | undefined;
  readonly sandbox: PythonSandbox;
  readonly appConfig: Pick<AppConfigService, 'get'>;
}

/** Who runs Python, and what gives it up. */
export interface PythonCall {
  readonly viewer: UserPrincipal | EmbedPrincipal;
  readonly target: RuntimeTarget;
  readonly signal: AbortSignal;
}
