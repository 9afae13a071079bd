import {
  createValueTranslation,
  namedSchemas,
  otherSpelling,
  toJsonSchema,
  type ServerBrand,
  type ValueTranslation,
  type TSchema,
} from '@oriel/contract';

/**
 * Makes the translation of the values of a schema between the contract's names, which handlers use, and those of a
 * brand; undefined where none differs.
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

/**
 * Makes the translation of what callers send in the spelling of another brand into that of the server's own, before it
 * is checked; undefined where no value of the schema has two spellings.
 */
export function createSpellingTranslation(schema: TSchema, brand: ServerBrand): ValueTranslation | undefined {
  const { names, direction } = otherSpelling(brand);
  return createValueTranslation(toJsonSchema(schema), { names }, { direction, find: findNamed });
}

function findNamed(reference: string): Readonly<Record<string, unknown>> {
  const name = reference.replace(/#$/, '');
  const schema = namedSchemas.get(name);
  if (!schema) throw new Error(`The contract has no schema ${name}`);
  return toJsonSchema(schema);
}
