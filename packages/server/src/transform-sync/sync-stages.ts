/** The stages of a sync in their order, with what people are told of them. */
export const stages = {
  INITIALIZING: { percent: 0, message: 'Waits for a server' },
  UPLOADING_PROJECT: { percent: 10, message: 'Reads the dbt repository' },
  COMPILING_DBT: { percent: 30, message: 'Has dbt parse the project' },
  PROCESSING_MANIFEST: { percent: 70, message: 'Makes cubes of the models' },
  WRITING_CUBE_FILES: { percent: 85, message: 'Writes the files' },
  FINALIZING: { percent: 95, message: 'Builds the branch' },
} as const;

/** How far a sync is while it runs. */
export type SyncStage = keyof typeof stages;
