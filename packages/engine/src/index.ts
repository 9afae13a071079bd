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
export { CACHE_MODES } from './protocol/engine-types.ts';
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
} from './protocol/engine-types.ts';
export type {
  BigQueryKey,
  BigQuerySourceConfig,
  ClickHouseSourceConfig,
  DatabricksSourceConfig,
  DuckDbSourceConfig,
  MySqlSourceConfig,
  PostgresSourceConfig,
  SnowflakeSourceConfig,
  SourceConfig,
  TlsConfig,
  TrinoSourceConfig,
  UserTokenConfig,
} from './sources/connection/source-config.ts';
export type { QueryErrorBody } from './protocol/query-error-body.ts';
export { EngineError, engineErrors, type EngineErrorCode } from './errors/errors.ts';
export type { DuckDbLimits } from './sources/duckdb/duckdb-limits.ts';
export type { FailingRuntime } from './runtime/runtime-crashes.ts';
export type { RuntimeEvent } from './runtime/runtime-event.ts';
export type { RuntimeStats } from './protocol/runtime-stats.ts';
export { templateVariables } from './template-variables.ts';
export type { FindCredential, UserCredential } from './sources/connection/user-credential.ts';
