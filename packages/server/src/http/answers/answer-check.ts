import type { FieldIssue, TSchema } from '@oriel/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { repairAnswer } from './answer-repair.ts';
import { addNamedSchemas, compileSchema } from '../requests/validation.ts';

/** Told of what was taken out of an answer, by its path there. */
export type OnDamage = (damage: readonly FieldIssue[]) => void;

/** Made for the first answer. */
let first: Ajv2020 | undefined;
/** Made when the first answer is damaged, which is seldom. */
let all: Ajv2020 | undefined;

const firstFault = () => (first ??= makeAjv({ allErrors: false }));

function makeAjv(options: { allErrors: boolean }): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    meta: false,
    ...options,
  });
  // Bounds of what callers send. What is stored and longer than today's bound is not damaged.
  for (const bound of ['maxLength', 'maxItems', 'minLength']) ajv.removeKeyword(bound);
  // In code units, because the library looks at each character of documents of megabytes.
  ajv.addKeyword({
    keyword: 'minLength',
    type: 'string',
    schemaType: 'number',
    validate: (least: number, value: string) => value.length >= least,
  });
  addNamedSchemas(ajv);
  return ajv;
}

/**
 * Makes the function that checks an answer against its schema before it is written. What is stored was checked when it
 * was stored; a row that an older version stored, or that was changed by hand, is shown as damaged and does not fail
 * its list: see {@link repairAnswer}.
 */
export function createAnswerCheck(schema: TSchema): (answer: unknown, onDamage: OnDamage) => unknown {
  let isValid: ValidateFunction | undefined;
  let validate: ValidateFunction | undefined;
  return (answer, onDamage) => {
    isValid ??= compileSchema(firstFault(), schema);
    const checked = isRepeated(answer) ? { ...answer, data: [] } : answer;
    if (isValid(checked)) return answer;
    validate ??= compileSchema((all ??= makeAjv({ allErrors: true })), schema);
    const repaired = repairAnswer(validate, checked);
    onDamage(repaired.damage);
    return isRepeated(answer)
      ? { ...(repaired.answer as typeof answer), ...itemsOf(repaired.answer) }
      : repaired.answer;
  };
}

/** Makes the check of a value within an answer, by the same rules. It is compiled when it is first needed. */
export function createValueCheck(schema: TSchema): (value: unknown) => boolean {
  let isValid: ValidateFunction | undefined;
  return (value) => {
    isValid ??= compileSchema(firstFault(), schema);
    return isValid(value);
  };
}

/** Whether a list has the same items under two names, for older clients; looking at them once is enough. */
export function isRepeated(answer: unknown): answer is { items: unknown; data: unknown } {
  const { items, data } = (answer ?? {}) as { items?: unknown; data?: unknown };
  return items !== undefined && items === data;
}

function itemsOf(answer: unknown): { data: unknown } {
  return { data: (answer as { items: unknown }).items };
}
