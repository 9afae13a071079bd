import {
  createValueTranslation,
  namedSchemas,
  toJsonSchema,
  type ServerBrand,
  type ValueTranslation,
  type TSchema,
} from '@oriel/contract';

/**
 * Makes the translation of the values of a schema between the contract's names, which handlers use, and those of a brand;
 * undefined where none differs.
 *
 * @param direction `toBrand` for answers, `fromBrand` for what callers send
 */
export function createBrandTranslation(
  schema: TSchema,
  brand: ServerBrand,
  direction: 'toBrand' | 'fromBrand',
): ValueTranslation | undefined {
  return createValueTranslation(toJsonSchema(schema), brand, { direction, find: findNamed });
}

function findNamed(reference: string): Readonly<Record<string, unknown>> {
  const name = reference.replace(/#$/, '');
  const schema = namedSchemas.get(name);
  if (!schema) throw new Error(`The contract has no schema ${name}`);
  return toJsonSchema(schema);
}
