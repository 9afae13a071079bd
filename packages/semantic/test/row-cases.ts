import {
  compileModel,
  compileQuery,
  normalizeQuery,
  type Dialect,
  type Model,
  type NormalizedQuery,
  type PrintedSql,
  type QueryContext,
} from '@oriel/semantic';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { everybody } from './support/query-rows.ts';
import type { EngineTest, TestDatabase } from './support/test-engines.ts';

export type { EngineTest, TestDatabase } from './support/test-engines.ts';

const directory = join(import.meta.dirname, 'cases');

/** A file of `cases/`: queries on one part of the language, and the rows that they should give. */
interface Topic {
  readonly name: string;
  /** Names of files in `cases/models`, which together are the model. */
  readonly models: readonly string[];
  readonly cases: readonly RowCase[];
}

interface RowCase {
  readonly title: string;
  readonly query: object;
  /** What the caller's token carries; default: nothing. */
  readonly caller?: object;
  /**
   * The values of each row: dimensions, time dimensions with granularity, measures, what these are
   * compared with. Their order counts where the query
   * has one. Queries that compare date ranges need one: the rows of the ranges stand one after the other.
   */
  readonly rows: readonly Values[];
  /** The answer to `total: true`. */
  readonly total?: number;
}

type Values = readonly unknown[];

/** Statements that make and fill the tables of all cases. */
export const caseData = readFileSync(join(directory, 'data.sql'), 'utf8');

/** All files of cases, in the order of their names. */
function readTopics(): Topic[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.yml'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.yml'.length),
      // The files are ours; what is wrong in one shows when its cases run.
      ...(parse(readFileSync(join(directory, file), 'utf8')) as Omit<Topic, 'name'>),
    }));
}

/**
 * @param asAuthorsWrite makes of a file what authors for another engine would have written
 * @throws with all problems of the model when it has some
 */
export function modelOf(models: readonly string[], asAuthorsWrite = (content: string) => content): Model {
  const compiled = compileModel(
    models.map((name) => ({
      path: `${name}.yml`,
      content: asAuthorsWrite(readFileSync(join(directory, `models/${name}.yml`), 'utf8')),
    })),
  );
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems, undefined, 1));
  return compiled.model;
}

interface CaseResult {
  readonly rows: readonly Values[];
  readonly total: number | undefined;
}

/**
 * Runs the query of a case on a database, and gives what can be compared on all engines: numbers with six decimals,
 * times without their zeros, rows in the order of their text unless the query orders them.
 *
 * @throws with the SQL where the database refuses it, or where its columns are not those of the query
 */
async function runCase(database: TestDatabase, model: Model, sample: RowCase): Promise<CaseResult> {
  const context: QueryContext = { ...everybody, securityContext: callerOf(sample) };
  const rows: Values[] = [];
  let total: number | undefined;
  for (const query of normalizeQuery(sample.query, context).queries) {
    const compiled = compileQuery(model, query, context, database.dialect);
    try {
      const columns = compiled.columns.map(({ key }) => key).join();
      if (columns !== columnsOf(query).join()) throw new Error(`The columns are ${columns}`);
      const result = await database.query(compiled.sql, compiled.params, compiled.columns);
      rows.push(...comparable(result.rows, query));
      if (compiled.total) {
        const [[count] = []] = (await database.query(compiled.total.sql, compiled.total.params)).rows;
        total = Number(count);
      }
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${compiled.sql}\n${JSON.stringify(compiled.params)}`, {
        cause: error,
      });
    }
  }
  return { rows, total };
}

/** What an engine cannot, by the title of a case: how that is told. */
type Gaps = Readonly<Record<string, RegExp>>;

/**
 * Declares a test of each case. A case that the engine cannot has to be refused in the words that the gaps have for it;
 * a gap of a case that there is not fails.
 *
 * @param asAuthorsWrite makes of a model's file what authors for the engine would have written
 */
export function testRowCases(
  test: EngineTest,
  gaps: Gaps = {},
  asAuthorsWrite?: (content: string) => string,
): void {
  const titles = new Set<string>();
  for (const { name, models, cases } of readTopics()) {
    const model = modelOf(models, asAuthorsWrite);
    for (const sample of cases) {
      const title = `${name}: ${sample.title}`;
      titles.add(title);
      test(title, async (database) => {
        const gap = gaps[title];
        if (gap) await assert.rejects(runCase(database, model, sample), gap);
        else assert.deepEqual(await runCase(database, model, sample), expectedOf(sample));
      });
    }
  }
  test('each gap is of a case', async () => {
    assert.deepEqual(
      Object.keys(gaps).filter((title) => !titles.has(title)),
      [],
    );
  });
}

/**
 * The statements of each case, and of its total where it asks for one.
 *
 * @param asAuthorsWrite as of {@link testRowCases}
 */
export function statementsOfCases(
  dialect: Dialect,
  asAuthorsWrite?: (content: string) => string,
): { readonly title: string; readonly statements: readonly PrintedSql[] }[] {
  return readTopics().flatMap(({ name, models, cases }) => {
    const model = modelOf(models, asAuthorsWrite);
    return cases.map((sample) => {
      const context: QueryContext = { ...everybody, securityContext: callerOf(sample) };
      const statements = normalizeQuery(sample.query, context).queries.flatMap((query) => {
        const compiled = compileQuery(model, query, context, dialect);
        return compiled.total ? [compiled, compiled.total] : [compiled];
      });
      return { title: `${name}: ${sample.title}`, statements };
    });
  });
}

/** The expected rows of a case, as {@link runCase} gives them. */
function expectedOf({ query, rows, total }: RowCase): CaseResult {
  const [first] = normalizeQuery(query, everybody).queries;
  return { rows: first ? comparable(rows, first) : [], total };
}

/** Groups and attributes stand under the product's own key as well as beside it, where models look for them. */
function callerOf({ caller = {} }: RowCase): QueryContext['securityContext'] {
  return { ...caller, [everybody.brandKey]: caller };
}

function columnsOf({
  dimensions,
  timeDimensions,
  measures,
  periodComparisons = [],
}: NormalizedQuery): string[] {
  const compared = periodComparisons.flatMap(({ measure, offset: { amount, unit }, outputs }) =>
    outputs.map((output) => `${measure}.${output}_${amount}_${unit}`),
  );
  const times = timeDimensions.flatMap(({ dimension, granularity }) =>
    granularity ? [`${dimension}.${granularity}`] : [],
  );
  return [...dimensions, ...times, ...measures, ...compared];
}

function comparable(rows: readonly Values[], { order }: NormalizedQuery): Values[] {
  const plainRows = rows.map((row) => row.map(plain));
  return order?.length ? plainRows : plainRows.sort(byText);
}

function byText(left: Values, right: Values): number {
  const [a, b] = [JSON.stringify(left), JSON.stringify(right)];
  return a < b ? -1 : Number(a > b);
}

function plain(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(6));
  if (typeof value !== 'string') return value;
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(Number(value).toFixed(6));
  return value.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d*?)0+$/, '$1').replace(/\.$/, '');
}
