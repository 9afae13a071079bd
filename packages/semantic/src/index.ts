export type { Dialect } from './dialect/dialect.ts';
export { bigquery } from './dialect/bigquery.ts';
export { clickhouse, clickhouseSettings } from './dialect/clickhouse.ts';
export { databricks } from './dialect/databricks.ts';
export { duckdb } from './dialect/duckdb.ts';
export { mysql } from './dialect/mysql.ts';
export { postgres } from './dialect/postgres.ts';
export { redshift } from './dialect/redshift.ts';
export { snowflake } from './dialect/snowflake.ts';
export { trino } from './dialect/trino.ts';
export {
  brokenModelMessage,
  compileModel,
  recompileModel,
  type Compilation,
  type CompileContext,
  type CompiledModel,
  type Model,
  type ModelFile,
  type ModelProblem,
} from './model/index.ts';
export {
  answersTo,
  recordReads,
  uniteReads,
  type ContextRead,
  type RecordedContext,
  type SecurityContext,
} from './context/context-reads.ts';
export type { Annotation, MemberAnnotation } from './describe/annotation.ts';
export {
  checkQuery,
  compileQuery,
  type CompiledColumn,
  type CompiledQuery,
  type ExplainedQuery,
  type FreshnessCheck,
  type QueryFreshness,
} from './compile-query.ts';
export { createBudget, type BudgetLimits } from './query/budget.ts';
export { isTimezone } from './query/date-range.ts';
export { listMembers, type MemberCatalog, type MemberFacts } from './describe/list-members.ts';
export { describeModel, type DescribeOptions, type ModelDescription } from './describe/describe-model.ts';
export { modelFaults, queryErrors, type QueryErrorCode } from './query/query-errors.ts';
export { normalizeQuery } from './query/normalize-query.ts';
export {
  QueryError,
  type Budget,
  type NormalizedFilter,
  type NormalizedQuery,
  type NormalizedRequest,
  type NormalizedTimeDimension,
  type PivotQuery,
  type QueryContext,
  type QueryType,
} from './query/query.ts';
export { parsePlainYaml } from './model/yaml/plain-yaml.ts';
export { planSteps, rewriteNames, type PlanStep, type RewriteName } from './rewrite/rewrites.ts';
export type { BoundValue } from './algebra/algebra.ts';
export type { PrintedSql, ProvenanceSpan } from './sql/sql-text.ts';
