import type { PeriodComparison } from '@oriel/contract';
import { MAX_PERIOD_OFFSET } from '@oriel/contract/limits';
import { canJoin, type Model } from '../../data-model/model-members.ts';
import type { QueryDraft } from './query-draft.ts';

/** What a comparison of periods shows: what was, the difference from it, and the change as a part of it. */
export const OUTPUTS = ['previous', 'difference', 'percent'] as const;
type ComparisonOutput = (typeof OUTPUTS)[number];

/** How far back a comparison may lie. */
export const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
type ComparisonUnit = (typeof UNITS)[number];

/** A comparison in the form that the editor has fields for. What a stored one has besides stays in it. */
export interface DraftComparison extends PeriodComparison {
  readonly offset: { amount: number; unit: ComparisonUnit };
  readonly outputs?: ComparisonOutput[] | null;
}

/** A column that a comparison adds to the rows. */
export interface ComparedColumn {
  readonly key: string;
  readonly output: ComparisonOutput;
  readonly comparison: DraftComparison;
}

/** The columns of comparisons, in the order of the result. */
export function comparedColumns(comparisons: readonly DraftComparison[]): ComparedColumn[] {
  return comparisons.flatMap((comparison) =>
    outputsOf(comparison).map((output) => ({
      key: `${comparison.measure}.${output}_${comparison.offset.amount}_${comparison.offset.unit}`,
      output,
      comparison,
    })),
  );
}

/** What a comparison shows; without a word of its own the earlier value. */
export function outputsOf({ outputs }: Pick<DraftComparison, 'outputs'>): readonly ComparisonOutput[] {
  return outputs && outputs.length > 0 ? outputs : ['previous'];
}

/** Comparisons as they are stored; undefined for what the editor has no fields for. */
export function readComparisons(stored: unknown): DraftComparison[] | undefined {
  if (stored === undefined || stored === null) return [];
  if (!Array.isArray(stored)) return undefined;
  const list = stored as unknown[];
  return list.every(isComparison) ? list : undefined;
}

function isComparison(value: unknown): value is DraftComparison {
  const { measure, timeDimension, offset, outputs } = fieldsOf(value);
  const { amount, unit } = fieldsOf(offset);
  return (
    typeof measure === 'string' &&
    typeof timeDimension === 'string' &&
    isAmount(amount) &&
    isOneOf(UNITS, unit) &&
    (outputs === undefined ||
      outputs === null ||
      (Array.isArray(outputs) && (outputs as unknown[]).every((output) => isOneOf(OUTPUTS, output))))
  );
}

/** Whether so many units may lie between two periods. */
export const isAmount = (amount: unknown): amount is number =>
  Number.isInteger(amount) && Number(amount) >= 1 && Number(amount) <= MAX_PERIOD_OFFSET;

const isOneOf = <Word extends string>(words: readonly Word[], value: unknown): value is Word =>
  words.some((word) => word === value);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/**
 * What a new comparison begins with: the period before, by the granularity of the first time that cuts the rows, else
 * the year before.
 */
export function newComparison(measure: string, draft: QueryDraft, times: readonly string[]): DraftComparison {
  const cut = draft.times.find(({ granularity }) => isOneOf(UNITS, granularity));
  const unit = UNITS.find((known) => known === cut?.granularity) ?? 'year';
  const limiting = draft.times.find(({ dateRange }) => dateRange !== undefined);
  return {
    measure,
    timeDimension: cut?.dimension ?? limiting?.dimension ?? times[0] ?? '',
    offset: { amount: 1, unit },
    outputs: ['previous', 'percent'],
  };
}

/** The time dimensions that a measure can be compared by. */
export function comparedTimes(model: Model, measure: string): string[] {
  const own = model.sources.find(({ name }) => name === measure.split('.')[0]);
  const sources = own ? model.sources.filter((source) => canJoin(own, source)) : [];
  return sources.flatMap(({ members }) =>
    members.flatMap(({ name, kind, type }) => (kind === 'dimension' && type === 'time' ? [name] : [])),
  );
}
