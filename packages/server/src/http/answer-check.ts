import type { FieldIssue } from '@oriel/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { repairAnswer } from './answer-repair.ts';
import { addNamedSchemas, compileSchema } from './validation.ts';

/** Told of what was taken out of an answer, by its path there. */
export type OnDamage = (damage: readonly FieldIssue[]) => void;

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
// Bounds of what callers send. What is stored and longer than today's bound is not damaged.
for (const bound of ['maxLength', 'maxItems']) ajv.removeKeyword(bound);
addNamedSchemas(ajv);

/**
 * Makes the function that sees to it that an answer meets its schema before it is written. What is stored was checked when it
 * was stored; a row that an older version stored, or somebody changed by hand, costs itself and not the list that it is in:
 * see {@link repairAnswer}.
 *
 * For an answer that meets its schema this takes about a tenth of the time of writing it.
 */
export function createAnswerCheck(schema: TSchema): (answer: unknown, onDamage: OnDamage) => unknown {
  let validate: ValidateFunction | undefined;
  return (answer, onDamage) => {
    validate ??= compileSchema(ajv, schema);
    if (validate(answer)) return answer;
    const repaired = repairAnswer(validate, answer);
    onDamage(repaired.damage);
    return repaired.answer;
  };
}
