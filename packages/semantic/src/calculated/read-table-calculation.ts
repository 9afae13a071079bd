import type { TableCalculation } from '../model/definitions/model.ts';
import { fieldError } from './field-error.ts';
import type { FieldExpression } from './field-expression.ts';
import { tableCalculations } from './field-functions.ts';
import type { FieldScope } from './write-field.ts';
import type { FieldAggregate, WrittenField } from './written-field.ts';

/** A calculation over the rows of a result, and the measure that it is made of. */
export interface ReadTableCalculation {
  readonly measure: FieldExpression;
  /** Whether its values are fractions, shown in percent. */
  readonly isShare: boolean;
  /** @throws QueryError for a measure that cannot be put together so */
  calculation(written: WrittenField, aggregates: readonly FieldAggregate[]): TableCalculation;
}

/**
 * Reads `RUNNING_TOTAL(orders.count)` and its kin, where the expression is nothing else. A second value names the
 * dimension that the rows follow.
 *
 * @throws QueryError `invalid_expression`
 */
export function readTableCalculation(
  expression: FieldExpression,
  scope: FieldScope,
): ReadTableCalculation | undefined {
  if (expression.kind !== 'call') return undefined;
  const name = tableCalculations.find((known) => known === expression.name);
  if (!name) return undefined;
  const { at, args, filter, isDistinct } = expression;
  const [measure, dimension, ...more] = args;
  const isTotal = name === 'PERCENT_OF_TOTAL';
  if (!measure || more.length > 0 || filter || isDistinct || (isTotal && dimension))
    throw fieldError(
      at,
      `${name} takes a measure${isTotal ? '' : ' and, if it follows another than the first, a dimension'}`,
    );
  const along = dimension && alongOf(dimension, scope, name);
  return {
    measure,
    isShare: name !== 'RUNNING_TOTAL',
    calculation(written, aggregates) {
      const aggregate = aggregateOf(written, aggregates);
      const isOffered = aggregate === 'sum' || (aggregate !== undefined && name === 'RUNNING_TOTAL');
      if (!isOffered || aggregate === undefined)
        throw fieldError(
          at,
          `${name} takes ${name === 'RUNNING_TOTAL' ? 'a sum, a count, a minimum or a maximum' : 'a sum or a count'}; values of other measures do not add up`,
        );
      return { name, aggregate, ...(along !== undefined && { along }) };
    },
  };
}

function alongOf(dimension: FieldExpression, scope: FieldScope, name: string): string {
  const found = dimension.kind === 'member' ? scope.resolve(dimension.path, dimension.at) : undefined;
  if (found?.kind === 'member' && found.ref.member.kind === 'dimension') return found.ref.name;
  throw fieldError(dimension.at, `${name} follows a dimension of the model`);
}

const HOW: Record<string, TableCalculation['aggregate']> = {
  sum: 'sum',
  count: 'sum',
  min: 'min',
  max: 'max',
};

/** How the values of a single aggregate are put together; undefined for every other expression. */
function aggregateOf(
  { parts }: WrittenField,
  aggregates: readonly FieldAggregate[],
): TableCalculation['aggregate'] | undefined {
  const [only, ...more] = parts;
  if (!only || more.length > 0) return undefined;
  if (only.kind === 'aggregate') return HOW[aggregates[only.index]?.type ?? ''];
  if (only.kind !== 'member' || only.ref.member.kind !== 'measure') return undefined;
  const { type, stage, rollingWindow } = only.ref.member;
  return stage || rollingWindow ? undefined : HOW[type];
}
