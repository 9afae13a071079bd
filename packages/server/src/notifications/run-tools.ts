import type { ServerBrand } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import type { Database } from '../db/database.ts';
import { createCredentialStore } from '../identity/credential-store.ts';
import type { MailRoom } from '../mail/mail-room.ts';
import type { ReportOutputs } from '../python/report-outputs.ts';
import type { CredentialFinder } from '../query/credential-finder.ts';
import { createSecurityContextReader } from '../query/security-context.ts';
import { createDashboardRendering } from '../rendering/dashboard-rendering.ts';
import type { DrawPicture } from '../rendering/draw-picture.ts';
import type { EmbedDashboardService } from '../embedding/embed-dashboards/embed-dashboard-service.ts';
import type { MentionTools } from '../embedding/dashboard-comments/send-mention-mails.ts';
import { createSubjectPrincipals } from '../embedding/subjects/subject-principals.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { RunTools } from './runs/handle-delivery.ts';

/** What the tools of runs are made of. */
export interface RunToolOptions {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly embedDashboards: EmbedDashboardService;
  readonly keyring: Keyring;
  readonly engine: Pick<Engine, 'load' | 'meta'>;
  /** What the Python of reports makes, the same that requests ask. */
  readonly outputs: ReportOutputs;
  readonly brand: ServerBrand;
  /** Where clients reach the server; undefined: where a notification was made. */
  readonly baseUrl: string | undefined;
  readonly mailRoom: MailRoom | undefined;
  readonly drawPicture?: DrawPicture | undefined;
  /** Default: nobody has credentials of their own. */
  readonly credentialsOf?: CredentialFinder | undefined;
}

/** Makes what runs of notifications are carried out with. */
export function createRunTools(options: RunToolOptions): RunTools & Pick<MentionTools, 'embedDashboards'> {
  const { database, embedDashboards, keyring, engine, brand } = options;
  const { baseUrl, mailRoom, drawPicture, credentialsOf } = options;
  const { db } = database;
  const readSecurityContext = createSecurityContextReader(database, brand);
  const asked = { database, engine, readSecurityContext, credentialsOf };
  return {
    db,
    keyring,
    mailRoom,
    baseUrl,
    drawPicture,
    rendering: createDashboardRendering({
      ...asked,
      embedDashboards,
      brand,
      outputs: options.outputs,
    }),
    embedDashboards,
    subjects: createSubjectPrincipals(database, createCredentialStore(database), brand),
  };
}
