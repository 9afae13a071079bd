import { defineTables } from '../db/schema/table-rules.ts';
import type {
  TransformGeneratedFileContent,
  TransformSyncKeptFile,
  TransformSyncLogEntry,
  TransformSyncRunPhase,
  TransformSyncRunStats,
  TransformSyncRunsQueryTrigger,
} from '@oriel/contract';
import type { ColumnType, Generated } from 'kysely';
import type { DbtManifest } from '../db/values/stored-manifest.ts';
import type { GeneratedColumn, NullableJson } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends TransformSyncTables {}
}

/** Transform syncs. */
interface TransformSyncTables {
  transformSyncs: {
    id: string;
    number: ColumnType<number, never, never>;
    deploymentId: number;
    userId: number | null;
    trigger: TransformSyncRunsQueryTrigger;
    source: 'git' | 'manifest';
    output: 'branch' | 'files';
    gitRef: string | null;
    branch: string;
    makesBranch: boolean;
    status: Generated<'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
    stage: Generated<string>;
    manifest: NullableJson<DbtManifest>;
    stats: GeneratedColumn<TransformSyncRunStats>;
    phases: GeneratedColumn<TransformSyncRunPhase[]>;
    log: GeneratedColumn<TransformSyncLogEntry[]>;
    generated: GeneratedColumn<string[]>;
    kept: GeneratedColumn<TransformSyncKeptFile[]>;
    contents: NullableJson<TransformGeneratedFileContent[]>;
    error: string | null;
    failedPhase: string | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
    finishedAt: string | null;
  };
}

/** What becomes of their rows. */
export const transformSyncTables = defineTables<TransformSyncTables>({
  transformSyncs: {
    audited: {
      resource: 'transformSync',
      secret: ['manifest', 'contents'],
      kept: ['stage', 'stats', 'phases', 'log', 'generated', 'kept', 'failedPhase', 'updatedAt'],
    },
    expires: { key: 'id', when: "finished_at < now() - interval '90 days'" },
  },
});
