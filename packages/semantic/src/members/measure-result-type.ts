import type { Measure } from '../model/definitions/model.ts';

/** The type of a measure's value: a number, unless the measure says otherwise. */
export function measureResultType({ type }: Measure): string {
  return type === 'string' || type === 'boolean' || type === 'time' ? type : 'number';
}
