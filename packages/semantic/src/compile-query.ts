import { createVisibleMembers, type VisibleMembers } from './access/visible-members.ts';
import { annotate, type Annotation } from './describe/annotation.ts';
import { measureResultType } from './members/measure-result-type.ts';
import type { Dialect } from './dialect/dialect.ts';
import type { Model } from './model/definitions/model.ts';
import { addCalculatedFields, inCallersNames, withFields } from './calculated/calculated-fields.ts';
import { callersName, withCallersNames } from './calculated/internal-names.ts';
import { withAuthorsNames, withInstances } from './join/cube-instances.ts';
import { planQuery } from './plan/plan-query.ts';
import { sumBeforeJoins } from './plan/sum-before-joins.ts';
import type { PlanColumn } from './ir/columns.ts';
import type { Plan } from './ir/plan.ts';
import { tooComplex } from './query/budget.ts';
import { type NormalizedQuery, type QueryContext } from './query/query.ts';
import type { Relation } from './algebra/algebra.ts';
import { printPlan } from './algebra/print-plan.ts';
import { defaultOrder } from './lower/lower-order.ts';
import { lowerPlan, type LoweredPlan } from './lower/lower-plan.ts';
import type { Freshness } from './lower/query-freshness.ts';
import { printExpression } from './print/print-expression.ts';
import { createPrinter } from './print/print-relation.ts';
import { rewrite } from './rewrite/rewrites.ts';
import { flatten, type PrintedSql, type SqlText } from './sql/sql-text.ts';

/** How long a result of a query is current, by the refresh keys of the cubes that it joins. */
export type QueryFreshness = Freshness<FreshnessCheck>;

/** A statement, the answer to which tells whether data have changed. */
export interface FreshnessCheck extends PrintedSql {
  /** What it gave is taken for so long. */
  readonly everyMs: number;
}

/** A query as SQL, with all that is needed to run it and to show its result. */
export interface CompiledQuery extends PrintedSql {
  /** Counts the rows without limit and offset; only where the query asks for the total. */
  readonly total?: PrintedSql;
  /** In the order of the SQL: dimensions, time dimensions, measures. */
  readonly columns: readonly CompiledColumn[];
  readonly annotation: Annotation;
  /** With the row filters of the policies and the order that holds. */
  readonly query: NormalizedQuery;
  readonly dataSource: string;
  readonly freshness: QueryFreshness;
  /** Only where the context asks for it. */
  readonly explained?: ExplainedQuery;
}

/** What a query becomes before it is SQL, in no engine's words. */
export interface ExplainedQuery {
  /** The rows as a relation of the algebra: plain data. */
  readonly relation: Relation;
  /** The same for readers, a line for each step. */
  readonly plan: string;
}

/** A column of the SQL, with what it shows. */
export interface CompiledColumn {
  /** Name of the column in the SQL. */
  readonly alias: string;
  /** Key of the value in a row: `orders.count`, `orders.created_at.month`. */
  readonly key: string;
  /** The member as the query names it. */
  readonly member: string;
  readonly granularity?: string;
  readonly kind: PlanColumn['kind'];
  readonly type: string;
}

/**
 * Compiles one query for one caller:
 *
 *     query → plan (members, policies, join tree, parts) → sums before joins → relations → SQL of the dialect
 *
 * The dialect may be chosen by the data source that the query turns out to be for.
 *
 * @throws QueryError when the query cannot be answered as it stands
 */
export function compileQuery(
  model: Model,
  query: NormalizedQuery,
  context: QueryContext,
  dialectOf: Dialect | ((dataSource: string) => Dialect),
): CompiledQuery {
  return withinStack(() => compile(model, query, context, dialectOf));
}

function compile(
  base: Model,
  asked: NormalizedQuery,
  context: QueryContext,
  dialectOf: Dialect | ((dataSource: string) => Dialect),
): CompiledQuery {
  const { model, visible, plan, dialect, lowered } = lower(base, asked, context, dialectOf);
  const { total, columns, freshness } = lowered;
  const steps = { without: context.withoutRewrites ?? [] };
  const rows = rewrite(lowered.rows, steps);
  const printer = createPrinter(dialect);
  const print = (sql: SqlText) => withAuthorsNames(flatten(sql, dialect.placeholder), model);
  return {
    ...print(printer.query(rows)),
    ...(total && { total: print(printer.query(rewrite(total, steps))) }),
    columns: columns.map(({ column, alias }) => toColumn(column, alias)),
    annotation: withCallersNames(annotate(model, plan, visible)),
    query: {
      ...asked,
      filters: [...asked.filters, ...plan.query.filters.slice(asked.filters.length)],
      order: (plan.query.order ?? defaultOrder(plan)).map(({ id, desc }) => ({ id: callersName(id), desc })),
    },
    dataSource: plan.dataSource,
    ...(context.explains && { explained: explain(lowered.rows, rows, context) }),
    freshness: {
      ...freshness,
      checks: freshness.checks.map(({ statement, everyMs }) => ({
        ...print(printExpression(printer, statement)),
        everyMs,
      })),
    },
  };
}

function explain(
  lowered: Relation,
  rewritten: Relation,
  { explainsAfter: until, withoutRewrites: without = [] }: QueryContext,
): ExplainedQuery {
  const relation = until === undefined ? rewritten : rewrite(lowered, { without, until });
  return { relation, plan: printPlan(relation) };
}

/** A plan, and the relations that it becomes for the engine that it is for. */
interface Lowered extends Planned {
  readonly dialect: Dialect;
  readonly lowered: LoweredPlan;
}

function lower(
  base: Model,
  asked: NormalizedQuery,
  context: QueryContext,
  dialectOf: Dialect | ((dataSource: string) => Dialect),
): Lowered {
  return planWithFields(base, asked, context, createVisibleMembers(base, context), (planned) => {
    const dialect = typeof dialectOf === 'function' ? dialectOf(planned.plan.dataSource) : dialectOf;
    const plan = dialect.sumsBeforeJoins ? sumBeforeJoins(planned.plan) : planned.plan;
    return { ...planned, plan, dialect, lowered: lowerPlan(planned.model, plan, context) };
  });
}

/**
 * Checks a query against the model for a caller who may see what it shows: as {@link compileQuery}, but that no policy
 * hides a member, and that nothing is written that the security context would be needed for.
 *
 * @throws QueryError when the query cannot be answered for any caller
 */
export function checkQuery(model: Model, query: NormalizedQuery, context: QueryContext): void {
  withinStack(() =>
    planWithFields(model, query, context, createVisibleMembers(model, undefined), ({ plan }) => plan),
  );
}

/** A query's plan, with the model that it is of. */
interface Planned {
  readonly model: Model;
  readonly visible: VisibleMembers;
  readonly plan: Plan;
}

/** Plans a query over the model with the fields that the query adds to it, and goes on with the plan. */
function planWithFields<Result>(
  base: Model,
  asked: NormalizedQuery,
  context: QueryContext,
  seen: VisibleMembers,
  goOn: (planned: Planned) => Result,
): Result {
  const { model: whole, query } = addCalculatedFields(base, asked, seen, context);
  const visible = withFields(seen, whole);
  try {
    return withInstances(whole, context.budget, (model) =>
      goOn({ model, visible, plan: planQuery(model, query, context, visible) }),
    );
  } catch (error) {
    throw whole === base ? error : inCallersNames(error, whole);
  }
}

/** What is planned and written calls itself for each level of a formula, and an author may nest them without end. */
function withinStack<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RangeError ? tooComplex(error) : error;
  }
}

function toColumn(column: PlanColumn, alias: string): CompiledColumn {
  const type = column.kind === 'measure' ? measureResultType(column.ref.member) : column.ref.member.type;
  return {
    alias,
    key: callersName(column.key),
    member: callersName(column.ref.name),
    ...(column.kind === 'timeDimension' && { granularity: column.granularity }),
    kind: column.kind,
    type: type === 'geo' ? 'string' : type,
  };
}
