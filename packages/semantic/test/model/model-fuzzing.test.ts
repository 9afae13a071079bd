import {
  brokenModelMessage,
  compileModel,
  compileQuery,
  createBudget,
  describeModel,
  duckdb,
  normalizeQuery,
  postgres,
  QueryError,
  type Model,
  type QueryContext,
} from '@oriel/semantic';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { everybody } from '../support/query-rows.ts';

/**
 * Models as authors write them, cut, mixed up and spoiled: what comes of them is a model or problems with their places,
 * and every query on a model is SQL or a refusal. Nothing is thrown besides.
 *
 * `ORIEL_FUZZ_SEED` starts another sequence, `ORIEL_FUZZ_RUNS` makes another number of models, `ORIEL_FUZZ_MS` bounds
 * the time.
 */
const seed = Number(process.env['ORIEL_FUZZ_SEED'] ?? 20_260_301);
const numRuns = Number(process.env['ORIEL_FUZZ_RUNS'] ?? 300);
const timeLimitMs = Number(process.env['ORIEL_FUZZ_MS'] ?? 15_000);

const folder = join(import.meta.dirname, '../..', 'golden');
interface Golden {
  readonly model?: unknown;
}
/** The models of the golden examples, as YAML. */
const models = globSync('*.yml', { cwd: folder })
  .sort()
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .map((text) => modelIn(text));

/** A golden file holds its model under a key, as a text or as it is. */
function modelIn(text: string): string {
  const { model } = parse(text) as Golden;
  return typeof model === 'string' ? model : stringify(model ?? {});
}

const hostile = [
  '',
  '"',
  "'",
  '{',
  '}',
  '{{ 1 }}',
  '{% for i in range(9) %}x{% endfor %}',
  '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
  '{CUBE}',
  '{CUBE.CUBE}',
  '{orders.count}',
  '{FILTER_PARAMS.a.b.filter(',
  "{FILTER_GROUP(FILTER_PARAMS.orders.status.filter('x'))}",
  '{SECURITY_CONTEXT.a.unsafeValue()}',
  '[*a]',
  '&a [*a]',
  '<<: *a',
  '- ',
  ': ',
  '\t',
  '\0',
  '\uFEFF',
  '\uE000 1\uE001',
  '__proto__',
  'constructor',
  'null',
  '1e999',
  '-1',
  '1 month',
  '0 days',
  '-5 minutes',
  'unbounded',
  '9'.repeat(300),
  'x'.repeat(3_000),
  '('.repeat(2_000),
  'not '.repeat(2_000),
  ') AS x; DROP TABLE y; --',
];
const words = [...new Set(models.flatMap((text) => text.match(/\w+/g) ?? []))];

type Edit = (text: string) => string;
const at = fc.nat(5_000);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  // A line goes, comes twice, or changes its place.
  at.map(
    (index): Edit =>
      (text) =>
        spliceLines(text, index, () => []),
  ),
  at.map(
    (index): Edit =>
      (text) =>
        spliceLines(text, index, (line) => [line, line]),
  ),
  fc.tuple(at, at).map(
    ([index, blanks]): Edit =>
      (text) =>
        spliceLines(text, index, (line) => [' '.repeat(blanks % 9) + line.trimStart()]),
  ),
  // A word becomes another.
  fc.tuple(at, fc.constantFrom(...words, ...hostile)).map(([index, word]): Edit => (text) => {
    const found = [...text.matchAll(/\w+/g)];
    const match = found[index % Math.max(1, found.length)];
    if (!match) return word;
    return text.slice(0, match.index) + word + text.slice(match.index + match[0].length);
  }),
  // Something stands where nothing was.
  fc
    .tuple(at, fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 8 })))
    .map(([index, piece]): Edit => (text) => {
      const location = index % (text.length + 1);
      return text.slice(0, location) + piece + text.slice(location);
    }),
  // The end is missing.
  at.map(
    (index): Edit =>
      (text) =>
        text.slice(0, text.length - (index % 200)),
  ),
);

function spliceLines(text: string, index: number, change: (line: string) => readonly string[]): string {
  const lines = text.split('\n');
  const location = index % lines.length;
  lines.splice(location, 1, ...change(lines[location] ?? ''));
  return lines.join('\n');
}

const file = fc
  .tuple(fc.constantFrom(...models), fc.array(edit, { maxLength: 4 }))
  .map(([text, edits]) => edits.reduce((current, change) => change(current), text));
const files = fc.array(file, { minLength: 1, maxLength: 2 });

const caller: QueryContext = {
  ...everybody,
  securityContext: { svcCloud: { groups: ['a'], userAttributes: {} } },
};

/** Queries of all that a model shows: each member alone, all kinds together, and its times cut. */
function* queriesOn(model: Model): Generator<object> {
  for (const cube of describeModel(model, caller).cubes as readonly Described[]) {
    const [measures, dimensions, segments] = [cube.measures, cube.dimensions, cube.segments].map((members) =>
      members.map(({ name }) => name),
    );
    const times = cube.dimensions.filter(({ type }) => type === 'time').map(({ name }) => name);
    const [time] = times;
    const timeDimensions = times.map((dimension) => ({
      dimension,
      granularity: 'month',
      dateRange: 'last 3 months',
    }));
    for (const name of measures ?? []) yield { measures: [name], timeDimensions, segments };
    for (const name of dimensions ?? [])
      yield { dimensions: [name], filters: [{ member: name, operator: 'equals', values: ['1', null] }] };
    yield { measures, dimensions, timeDimensions, total: true };
    yield { dimensions, ungrouped: true };
    if (time !== undefined && measures?.[0] !== undefined)
      yield {
        measures: [measures[0]],
        timeDimensions,
        fillMissingRows: { member: time },
        periodComparisons: [
          { measure: measures[0], timeDimension: time, offset: { amount: 1, unit: 'year' } },
        ],
      };
  }
}

interface Described {
  readonly measures: readonly { name: string }[];
  readonly dimensions: readonly { name: string; type: string }[];
  readonly segments: readonly { name: string }[];
}

function compileAll(model: Model): void {
  for (const asked of queriesOn(model)) {
    const context = { ...caller, budget: createBudget() };
    try {
      for (const query of normalizeQuery(asked, context).queries)
        for (const dialect of [duckdb, postgres]) compileQuery(model, query, context, dialect);
    } catch (error) {
      if (!(error instanceof QueryError)) throw new Error(JSON.stringify(asked), { cause: error });
    }
  }
}

test('whatever an author writes is a model or its problems, and every query on it SQL or a refusal', (context) => {
  let compiling = 0;
  const property = fc.property(files, (contents) => {
    const written = contents.map((content, index) => ({ path: `model/${index}.yml`, content }));
    const compiled = compileModel(written);
    if ('model' in compiled) {
      compiling += 1;
      compileAll(compiled.model);
      return;
    }
    assert.ok(compiled.problems.length > 0);
    assert.ok(brokenModelMessage(compiled.problems).length > 0);
    for (const { file: path, line, column } of compiled.problems) {
      assert.match(path, /^model\/[01]\.yml( \(rendered\))?$/);
      assert.ok(line >= 1 && column >= 1);
    }
  });
  const details = fc.check(property, { seed, numRuns, interruptAfterTimeLimit: timeLimitMs });
  if (details.failed) {
    const { errorInstance } = details;
    const cause = errorInstance instanceof Error ? (errorInstance.cause ?? errorInstance) : errorInstance;
    throw new Error(
      `${cause instanceof Error ? cause.stack : String(cause)}\n${fc.defaultReportMessage(details)}`,
    );
  }
  assert.ok(compiling > 0, 'some of them are models');
  context.diagnostic(`seed ${seed}, ${details.numRuns} models, of which ${compiling} compile`);
});
