// What compiles a model for its callers, without what runs queries: a process that runs none need not load a database.
export { createCallerModels, type FindModel } from './worker/caller-models.ts';
export { createQueryCompiler, type QueryCompiler } from './worker/query-compiler.ts';
export { createModelVersions, type ModelVersion } from './worker/model-versions.ts';
