// What compiles a model for its callers, without what runs queries: a process that runs none need not load a database.
export { createCallerModels, type FindModel } from './worker/compile/caller-models.ts';
export { createQueryCompiler, type QueryCompiler } from './worker/compile/query-compiler.ts';
export { createModelVersions, type ModelVersion } from './worker/compile/model-versions.ts';
