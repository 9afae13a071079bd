export {
  createEngine,
  DEFAULT_QUERY_TIMEOUT_MS,
  type AskOptions,
  type Engine,
  type EngineOptions,
} from './engine.ts';
export {
  createModelChecker,
  type CheckedModel,
  type ModelCheck,
  type ModelChecker,
  type ModelCheckerOptions,
} from './model-checker.ts';
export { CACHE_MODES } from './engine-types.ts';
export type {
  AnswerTiming,
  CacheMode,
  Caller,
  EncodedAnswer,
  LoadRequest,
  QueryRequest,
  RuntimeInfo,
  RuntimeSource,
  RuntimeTarget,
} from './engine-types.ts';
export type {
  DuckDbSourceConfig,
  PostgresSourceConfig,
  SourceConfig,
  TlsConfig,
  UserTokenConfig,
} from './sources/source-config.ts';
export type { QueryErrorBody } from './query-error-body.ts';
export { EngineError, engineErrors, type EngineErrorCode } from './errors.ts';
export type { DuckDbLimits } from './sources/duckdb-limits.ts';
export type { FailingRuntime } from './runtime-crashes.ts';
export type { RuntimeEvent } from './runtime-event.ts';
export type { RuntimeStats } from './runtime-stats.ts';
export { templateVariables } from './template-variables.ts';
export type { FindCredential, UserCredential } from './sources/user-credential.ts';
