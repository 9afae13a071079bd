import type { RepositoryFaults } from './build/repository-faults.ts';
import { handlePacking } from './deployments/pack-repositories.ts';
import { handleDeploymentFiles } from './deployments/remove-deployment.ts';
import { handleDrawing } from './exports/draw-export.ts';
import { handleCleanUp } from './jobs/clean-up.ts';
import type { HandledJob } from './jobs/job.ts';
import { handlePruning } from './model/builds/prune-builds.ts';
import { handleUnfinishedBuilds } from './model/builds/resume-builds.ts';
import type { ModelBuilds } from './model/builds/model-builds.ts';
import { handleTransformSync } from './transform-sync/run-transform-sync.ts';
import type { TransformSyncTools } from './transform-sync/sync-tools.ts';
import { handleDueRemotes } from './git-providers/due-remotes.ts';
import { handleTokenRefresh } from './oauth-integrations/refresh-job.ts';
import type { TokenRefresh } from './oauth-integrations/token-refresh.ts';
import type { RemoteSyncs } from './git-providers/remote-syncs.ts';
import { handleSigningKeyRotation } from './signing-keys/rotation.ts';
import { handleMentionMails, type MentionTools } from './embedding/dashboard-comments/send-mention-mails.ts';
import { handleDelivery, type RunTools } from './notifications/runs/handle-delivery.ts';
import { handleDueNotifications } from './notifications/runs/due-notifications.ts';

/** What the handlers of jobs need. */
export interface JobTableOptions extends RunTools, MentionTools, TransformSyncTools {
  /** Where the data models of the deployments lie. */
  readonly dataDir: string;
  readonly faults: Pick<RepositoryFaults, 'note' | 'clear'>;
  readonly builds: Pick<ModelBuilds, 'resume' | 'start'>;
  readonly syncs: Pick<RemoteSyncs, 'resume'>;
  readonly tokenRefresh: Pick<TokenRefresh, 'refreshDue'>;
}

/** Every job that a server runs, with its handler. A new one is listed here, and nowhere else. */
export function createJobTable(options: JobTableOptions): readonly HandledJob[] {
  const { db, dataDir, keyring, builds, syncs, mailRoom } = options;
  return [
    handleCleanUp(db),
    handleDeploymentFiles(dataDir),
    handlePacking(dataDir, options.faults),
    handleSigningKeyRotation(db, keyring),
    handleUnfinishedBuilds(builds),
    handlePruning(options),
    handleTransformSync(options),
    handleDueRemotes(syncs),
    handleTokenRefresh(options.tokenRefresh),
    handleDueNotifications(db, mailRoom !== undefined),
    handleDelivery(options),
    handleMentionMails(options),
    handleDrawing(options),
  ];
}
