import { signedIn } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import {
  GENERATED_FILES_TTL_SECONDS,
  MAX_DOCUMENT_LENGTH,
  MAX_MANIFEST_BYTES,
  MAX_MODEL_FILES,
  MAX_NAME_LENGTH,
  MAX_PATH_LENGTH,
} from '../limits.ts';
import { json, operationsTagged } from '../operation.ts';
import {
  describe,
  freeObject,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { page, paging, pagingOrNull } from '../lists.ts';
import { branchName } from './model-files.ts';

export const StartTransformSyncInputOutput = oneOf(
  '`branch`: the files are committed to a branch. `files`: they are kept for the caller, and nothing is changed.',
  ['branch', 'files'],
);
export const StartTransformSyncInputSource = oneOf(
  '`git`: the dbt repository of the deployment. `manifest`: the manifest of this request.',
  ['git', 'manifest'],
);

export const StartTransformSyncInput = input('What is made from a dbt project.', {
  branchName: nullish(branchName('The branch that gets the files; default a new one.')),
  source: nullish(
    describe(StartTransformSyncInputSource, 'Where the models of dbt are read; default `git`.'),
  ),
  manifest: nullish(
    freeObject(
      'The content of dbt’s `target/manifest.json`, of schema version 7 to 12. Needed where `source` is `manifest`, ignored otherwise.',
    ),
  ),
  ref: nullish(
    branchName(
      'A branch or tag of the dbt repository; default the variable SVC_CLOUD_TRANSFORM_BRANCH, else its default branch.',
    ),
  ),
  output: nullish(describe(StartTransformSyncInputOutput, 'Where the files go; default `branch`.')),
});
export type StartTransformSyncInput = Static<typeof StartTransformSyncInput>;

const syncJobId = text('Id of the sync.', { example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff' });

export const TransformSyncResponse = object('A sync that was started.', {
  syncJobId,
  workflowId: text('The background work behind it.'),
  branchName: text(
    'The branch that gets the files; where they are only kept, the one that they are compared with.',
  ),
});
export type TransformSyncResponse = Static<typeof TransformSyncResponse>;

export const TransformSyncCancelResponse = object('A sync was cancelled.', {
  message: text('What became of it.'),
});
export type TransformSyncCancelResponse = Static<typeof TransformSyncCancelResponse>;

export const TransformSyncProgress = object('How far a sync is.', {
  message: nullish(text('What it does at the moment.')),
  percentComplete: integer('Estimated from the stage, 0 to 100.', { minimum: 0, maximum: 100 }),
  stage: text('The stage: as `status`.'),
});
export type TransformSyncProgress = Static<typeof TransformSyncProgress>;

export const TransformSyncStatusResponse = object('What a sync does, and what became of it.', {
  syncJobId,
  status: text(
    'INITIALIZING, UPLOADING_PROJECT, COMPILING_DBT, PROCESSING_MANIFEST, WRITING_CUBE_FILES, FINALIZING; at the end COMPLETED or FAILED. Others may follow.',
  ),
  progress: describe(TransformSyncProgress, 'How far it is.'),
  error: nullish(text('Why it failed.')),
  updatedAt: timestamp('When the status changed last.'),
});
export type TransformSyncStatusResponse = Static<typeof TransformSyncStatusResponse>;

// Of what JSON escapes by a number, the path of a model file has nothing.
const modelPath = boundedTo(
  3 * MAX_PATH_LENGTH,
  text('Its path in the repository of the data model.', {
    maxLength: MAX_PATH_LENGTH,
    example: 'model/cubes/dbt/orders.yml',
  }),
);

export const TransformSyncGeneratedFile = object('A file that a sync has generated.', {
  path: modelPath,
});
export type TransformSyncGeneratedFile = Static<typeof TransformSyncGeneratedFile>;

export const TransformSyncKeptFile = object('A file that a sync has left as it is.', {
  path: modelPath,
  reason: text('Why: it was edited since it was generated, or was never generated.', {
    maxLength: MAX_NAME_LENGTH,
  }),
});
export type TransformSyncKeptFile = Static<typeof TransformSyncKeptFile>;

export const TransformSyncManifestStats = object('What a manifest has.', {
  models: integer('Number of models.', { minimum: 0 }),
  sources: integer('Number of sources.', { minimum: 0 }),
  macros: integer('Number of macros.', { minimum: 0 }),
});
export type TransformSyncManifestStats = Static<typeof TransformSyncManifestStats>;

export const TransformSyncResultResponse = object('What a sync has made.', {
  syncJobId,
  completedAt: timestamp('When it ended.'),
  durationMs: integer('How long it took, in milliseconds.', { minimum: 0 }),
  cubeCount: integer('Cubes that were generated.', { minimum: 0 }),
  generatedFiles: list(TransformSyncGeneratedFile, 'The generated files.', { maxItems: MAX_MODEL_FILES }),
  keptFiles: list(TransformSyncKeptFile, 'Files with edits that the sync has not overwritten.', {
    maxItems: MAX_MODEL_FILES,
  }),
  manifestStats: describe(TransformSyncManifestStats, 'What the manifest has.'),
});
export type TransformSyncResultResponse = Static<typeof TransformSyncResultResponse>;

export const TransformGeneratedFileContent = object('A generated file with its content.', {
  path: text('Its path in the repository of the data model.', {
    maxLength: MAX_PATH_LENGTH,
    example: 'model/cubes/dbt/orders.yml',
  }),
  content: text('Content of the file, as YAML.', { maxLength: MAX_DOCUMENT_LENGTH }),
});
export type TransformGeneratedFileContent = Static<typeof TransformGeneratedFileContent>;

export const TransformSyncGeneratedFilesListResponse = page(TransformGeneratedFileContent);
export type TransformSyncGeneratedFilesListResponse = Static<typeof TransformSyncGeneratedFilesListResponse>;

export const TransformSyncLogEntry = object('A line of the log of a sync.', {
  timestamp: timestamp('When it was written.'),
  level: text('`info` or `error`.', { example: 'info' }),
  message: text('What it says.'),
  phase: nullish(text('Phase that it is about.', { example: 'repo-clone' })),
  durationMs: nullish(integer('How long the phase took, in milliseconds.', { minimum: 0 })),
  stream: text('What wrote it: `system`, or `stdout` for dbt.', { example: 'system' }),
});
export type TransformSyncLogEntry = Static<typeof TransformSyncLogEntry>;

export const TransformSyncLogEntriesListResponse = page(TransformSyncLogEntry);
export type TransformSyncLogEntriesListResponse = Static<typeof TransformSyncLogEntriesListResponse>;

export const TransformSyncRunsQueryStatus = oneOf(
  'What became of a sync; `UNKNOWN` where nothing has been heard of it for an hour.',
  ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'UNKNOWN'],
);
export type TransformSyncRunsQueryStatus = Static<typeof TransformSyncRunsQueryStatus>;

export const TransformSyncRunsQueryTrigger = oneOf(
  '`manual`: the console. `api`: an API key. `webhook`: a push to the dbt repository. `agent`: an agent.',
  ['manual', 'api', 'webhook', 'agent', 'unknown'],
);
export type TransformSyncRunsQueryTrigger = Static<typeof TransformSyncRunsQueryTrigger>;

export const TransformSyncRunPhase = object('A part of the work of a sync.', {
  phase: text('Name of the phase.', { maxLength: MAX_NAME_LENGTH, example: 'repo-clone' }),
  outcome: text('`ok` or `failed`.', { maxLength: MAX_NAME_LENGTH, example: 'ok' }),
  durationMs: integer('How long it took, in milliseconds.', { minimum: 0 }),
  startedOffsetMs: integer('From the start of the sync to its own, in milliseconds.', { minimum: 0 }),
});
export type TransformSyncRunPhase = Static<typeof TransformSyncRunPhase>;

const count = (description: string) => nullish(integer(description, { minimum: 0 }));

export const TransformSyncRunStats = object('Figures of a sync.', {
  cubeCount: count('Cubes that were generated.'),
  generatedFileCount: count('Files that were generated.'),
  models: count('Models of the manifest.'),
  sources: count('Sources of the manifest.'),
  macros: count('Macros of the manifest.'),
  dbtVersion: nullish(text('Version of dbt that made the manifest.', { example: '1.10.4' })),
  manifestGeneratedAt: nullish(timestamp('When dbt made the manifest.')),
});
export type TransformSyncRunStats = Static<typeof TransformSyncRunStats>;

export const TransformSyncRunTriggerContext = object('The push that started a sync.', {
  pushedBranch: nullish(text('Branch of the dbt repository.')),
  headSha: nullish(text('Its newest commit.')),
  targetBranch: nullish(text('Branch of the data model.')),
});
export type TransformSyncRunTriggerContext = Static<typeof TransformSyncRunTriggerContext>;

export const TransformSyncRun = object('A sync, as the list shows it.', {
  syncJobId,
  deploymentId: id('Id of the deployment.'),
  branchName: text('The branch that gets the files.'),
  source: text('`git` or `manifest`.', { example: 'manifest' }),
  gitRef: nullish(text('The branch or tag of the dbt repository that was asked for.')),
  trigger: text('What started it: as the filter of the list.', { example: 'api' }),
  triggerContext: nullish(describe(TransformSyncRunTriggerContext, 'The push that started it.')),
  userId: nullish(id('User who started it.')),
  status: text('What became of it: as the filter of the list.', { example: 'COMPLETED' }),
  lastStage: nullish(text('The last stage that was reached.', { example: 'COMPILING_DBT' })),
  failedPhase: nullish(text('The phase that failed.')),
  errorMessage: nullish(text('Why it failed.')),
  phases: nullish(list(TransformSyncRunPhase, 'The phases in their order, at the end.', { maxItems: 100 })),
  stats: nullish(describe(TransformSyncRunStats, 'Figures of the run; null where there are none.')),
  startedAt: timestamp('When it began.'),
  completedAt: nullish(timestamp('When it ended.')),
  durationMs: nullish(integer('How long it took, in milliseconds.', { minimum: 0 })),
});
export type TransformSyncRun = Static<typeof TransformSyncRun>;

export const TransformSyncRunListResponse = page(TransformSyncRun);
export type TransformSyncRunListResponse = Static<typeof TransformSyncRunListResponse>;

const syncs = '/api/v1/deployments/{deploymentId}/transform-sync';
const operation = operationsTagged('Transform Sync');
const reading = { ...signedIn, permission: 'SchemaRead' } as const;
const writing = { ...signedIn, permission: 'SchemaUpdate' } as const;

/** A manifest of a large project; most of it is macros. */
const MAX_MANIFEST_VALUES = 3_000_000;

export const transformSyncOperations = {
  listTransformSyncs: operation(`GET ${syncs}`, {
    summary: 'List the syncs of a deployment',
    description: 'The newest first.',
    access: reading,
    query: {
      status: nullish(describe(TransformSyncRunsQueryStatus, 'Runs of this status alone; default: of any.')),
      trigger: nullish(
        describe(TransformSyncRunsQueryTrigger, 'Runs that were begun in this way alone; default: in any.'),
      ),
      ...paging,
    },
    answer: TransformSyncRunListResponse,
    refusals: ['invalid_cursor'],
  }),
  startTransformSync: operation(`POST ${syncs}`, {
    summary: 'Generate cubes from a dbt project',
    description:
      'Makes one YAML file for each model of dbt, below `model/cubes/dbt/`, and answers at once. Dimensions come from columns, the ' +
      'primary key and joins from tests and constraints. Files of models that are gone are removed; a file that was edited since it was ' +
      'generated is left as it is, and the result names it. The repository of dbt is set by the variables ' +
      'SVC_CLOUD_TRANSFORM_REPOSITORY_URL, _TOKEN, _PATH, _BRANCH, _TARGET and _SCHEMA.',
    access: writing,
    body: json(StartTransformSyncInput, {
      isOptional: true,
      maxBytes: MAX_MANIFEST_BYTES,
      maxValues: MAX_MANIFEST_VALUES,
    }),
    answer: TransformSyncResponse,
    refusals: ['branch_not_found', 'branch_protected', 'branch_of_another', 'transform_sync_not_set_up'],
  }),
  getTransformSyncStatus: operation(`GET ${syncs}/{syncJobId}`, {
    summary: 'Get how far a sync is',
    description: 'Ask again until the status is COMPLETED or FAILED; a sync that was cancelled is FAILED.',
    access: reading,
    answer: TransformSyncStatusResponse,
  }),
  cancelTransformSync: operation(`DELETE ${syncs}/{syncJobId}`, {
    summary: 'Cancel a sync that runs',
    description: 'Nothing is committed. One that has ended is refused.',
    access: writing,
    answer: TransformSyncCancelResponse,
    refusals: ['transform_sync_ended'],
  }),
  getTransformSyncResult: operation(`GET ${syncs}/{syncJobId}/result`, {
    summary: 'Get what a sync has made',
    description: 'Of a sync that is COMPLETED.',
    access: reading,
    answer: TransformSyncResultResponse,
    refusals: ['transform_sync_not_completed'],
  }),
  getTransformSyncLogs: operation(`GET ${syncs}/{syncJobId}/logs`, {
    summary: 'Get the log of a sync',
    description: 'In its order, whole.',
    access: reading,
    answer: TransformSyncLogEntriesListResponse,
  }),
  getTransformSyncGeneratedFiles: operation(`GET ${syncs}/{syncJobId}/generated-files`, {
    summary: 'Get the files of a sync that committed none',
    description:
      `Of a sync with the output \`files\`, for ${GENERATED_FILES_TTL_SECONDS / 60} minutes after its end. Files that were left alone are not ` +
      'among them.',
    access: reading,
    query: pagingOrNull,
    answer: TransformSyncGeneratedFilesListResponse,
    refusals: ['invalid_cursor', 'generated_files_not_found'],
  }),
};
