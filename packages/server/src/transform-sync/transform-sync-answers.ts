import type { TransformSyncRun, TransformSyncStatusResponse } from '@oriel/contract';
import type { SyncRow } from './transform-sync-store.ts';
import { stages, type SyncStage } from './sync-stages.ts';

/** A sync as the list shows it. */
export function toRun(row: SyncRow): TransformSyncRun {
  return {
    syncJobId: row.id,
    deploymentId: row.deploymentId,
    branchName: row.branch,
    source: row.source,
    gitRef: row.gitRef,
    trigger: row.trigger,
    triggerContext: null,
    userId: row.userId,
    status: row.status,
    lastStage: row.stage,
    failedPhase: row.failedPhase,
    errorMessage: row.error,
    phases: row.status === 'RUNNING' ? null : row.phases,
    stats: row.stats,
    startedAt: row.createdAt,
    completedAt: row.finishedAt,
    durationMs: durationOf(row),
  };
}

/** In milliseconds; null of a sync that has not ended. */
export function durationOf({ createdAt, finishedAt }: SyncRow): number | null {
  return finishedAt === null ? null : Math.max(0, Date.parse(finishedAt) - Date.parse(createdAt));
}

/** Clients ask until the status is COMPLETED or FAILED, so one that was cancelled or lost is FAILED. */
export function toStatus(row: SyncRow): TransformSyncStatusResponse {
  const status = row.status === 'RUNNING' ? row.stage : row.status === 'COMPLETED' ? 'COMPLETED' : 'FAILED';
  const known = isStage(row.stage) ? stages[row.stage] : undefined;
  const isRunning = row.status === 'RUNNING';
  return {
    syncJobId: row.id,
    status,
    error: errorOf(row),
    progress: {
      stage: status,
      percentComplete: isRunning ? (known?.percent ?? 0) : 100,
      message: isRunning ? (known?.message ?? null) : null,
    },
    updatedAt: row.updatedAt,
  };
}

function errorOf({ status, error }: SyncRow): string | null {
  if (status === 'CANCELLED') return 'The sync was cancelled';
  if (status === 'UNKNOWN') return 'Nothing has been heard of the sync for an hour; start another';
  return error;
}

function isStage(stage: string): stage is SyncStage {
  return Object.hasOwn(stages, stage);
}
