import type { ServerBrand } from './brand.ts';
import { isJsonObject } from './json-object.ts';

type Brand = Pick<ServerBrand, 'names'>;
type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A JSON Schema of the contract with the brand's own names of fields and values. References keep the names of their
 * schemas, which carry no brand.
 */
export function brandSchema(schema: JsonSchema, brand: Brand): JsonSchema {
  const { fields, values } = brand.names;
  if (isContracts(brand)) return schema;
  const ownValue = (value: unknown) => (typeof value === 'string' ? nameIn(values, value) : value);
  const ownField = (name: unknown) => (typeof name === 'string' ? nameIn(fields, name) : name);
  const translate = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(translate);
    return isJsonObject(part) ? translateSchema(part) : part;
  };
  const translateSchema = (part: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(part).map(([keyword, value]) => {
        if (keyword === 'properties' && isJsonObject(value))
          return [
            keyword,
            mapEntries(value, (name, property) => [nameIn(fields, name), translate(property)]),
          ];
        if (keyword === 'required' && Array.isArray(value)) return [keyword, value.map(ownField)];
        if ((keyword === 'enum' || keyword === 'examples') && Array.isArray(value))
          return [keyword, value.map(ownValue)];
        return keyword === 'const' || keyword === 'default'
          ? [keyword, ownValue(value)]
          : [keyword, translate(value)];
      }),
    );
  return translateSchema(schema);
}

/** Translates one value between the contract's names and a brand's. */
export type ValueTranslation = (value: unknown) => unknown;

/** Where the schema that a reference names is found. */
export type FindSchema = (reference: string) => JsonSchema;

/**
 * Makes the translation of the values of a schema, or undefined where no name in it differs. Only what the schema
 * declares is translated: keys and texts of a caller's own stay as they are.
 *
 * @param direction `toBrand` for answers, `fromBrand` for what callers send
 */
export function createValueTranslation(
  schema: JsonSchema,
  brand: Brand,
  { direction, find }: { direction: 'toBrand' | 'fromBrand'; find: FindSchema },
): ValueTranslation | undefined {
  const { fields } = brand.names;
  const values = direction === 'toBrand' ? brand.names.values : invert(brand.names.values);
  const byReference = new Map<string, ValueTranslation | undefined>();

  const translationOfReference = (reference: string): ValueTranslation | undefined => {
    if (!byReference.has(reference)) {
      if (!differs(find(reference), brand, find)) byReference.set(reference, undefined);
      else {
        // A schema may refer to itself, so its translation is there before it is complete.
        let translation: ValueTranslation | undefined;
        byReference.set(reference, (value) => (translation ? translation(value) : value));
        translation = translationOf(find(reference));
      }
    }
    return byReference.get(reference);
  };

  const translationOf = (part: unknown): ValueTranslation | undefined => {
    if (!isJsonObject(part)) return undefined;
    const steps = [
      typeof part['$ref'] === 'string' ? translationOfReference(part['$ref']) : undefined,
      ...alternativesOf(part).map(translationOf),
      translationOfFields(part),
      translationOfItems(part),
      Array.isArray(part['enum']) || part['const'] !== undefined ? translateText : undefined,
    ].filter((step) => step !== undefined);
    if (steps.length === 0) return undefined;
    return (value) => steps.reduce((translated, step) => step(translated), value);
  };

  const translateText: ValueTranslation = (value) =>
    typeof value === 'string' ? nameIn(values, value) : value;

  const translationOfItems = (part: JsonSchema): ValueTranslation | undefined => {
    const each = translationOf(part['items']);
    return each && ((value) => (Array.isArray(value) ? value.map(each) : value));
  };

  const translationOfFields = (part: JsonSchema): ValueTranslation | undefined => {
    const properties = isJsonObject(part['properties']) ? part['properties'] : {};
    const rules = Object.entries(properties).flatMap(([name, property]) => {
      const own = nameIn(fields, name);
      const [from, to] = direction === 'toBrand' ? [name, own] : [own, name];
      const translation = translationOf(property);
      return from === to && !translation ? [] : [[from, { to, translation }] as const];
    });
    const ofOthers = translationOf(part['additionalProperties']);
    if (rules.length === 0 && !ofOthers) return undefined;
    const known = Object.keys(properties).map(
      (name) => [name, { to: name, translation: undefined }] as const,
    );
    return translationOfObjects(new Map<string, FieldTranslation>([...known, ...rules]), ofOthers);
  };

  return !isContracts(brand) && differs(schema, brand, find) ? translationOf(schema) : undefined;
}

/** What becomes of a field. */
interface FieldTranslation {
  readonly to: string;
  readonly translation: ValueTranslation | undefined;
}

/** Translates the fields of objects, those that are not declared by `ofOthers`. */
function translationOfObjects(
  declared: ReadonlyMap<string, FieldTranslation>,
  ofOthers: ValueTranslation | undefined,
): ValueTranslation {
  const translateField = (name: string, field: unknown): [string, unknown] => {
    const { to, translation } = declared.get(name) ?? { to: name, translation: ofOthers };
    return [to, translation ? translation(field) : field];
  };
  return (value) => (isJsonObject(value) ? mapEntries(value, translateField) : value);
}

/** Whether a brand's names are those of the contract. */
function isContracts({ names }: Brand): boolean {
  return Object.keys(names.fields).length + Object.keys(names.values).length === 0;
}

/** Whether a brand has another name for anything that a schema declares, by itself or through references. */
function differs(schema: JsonSchema, { names }: Brand, find: FindSchema): boolean {
  // By name: what a reference stands for may be another object each time.
  const seen = new Set<string>();
  const lookBehind = (reference: string): boolean => {
    if (seen.has(reference)) return false;
    seen.add(reference);
    return look(find(reference));
  };
  const look = (part: unknown): boolean => {
    if (Array.isArray(part)) return part.some(look);
    if (!isJsonObject(part)) return false;
    if (typeof part['$ref'] === 'string' && lookBehind(part['$ref'])) return true;
    const { properties, enum: values, const: only } = part;
    if (isJsonObject(properties) && Object.keys(properties).some((name) => isKey(name, names.fields)))
      return true;
    if ([...(Array.isArray(values) ? values : []), only].some((value) => isKey(value, names.values)))
      return true;
    return Object.values(part).some(look);
  };
  return look(schema);
}

function alternativesOf(part: JsonSchema): readonly unknown[] {
  return [part['anyOf'], part['oneOf'], part['allOf']].flatMap((list) => (Array.isArray(list) ? list : []));
}

/** Tables are plain objects; the keys of their prototype are no entries. */
function nameIn(table: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(table, name) ? (table[name] ?? name) : name;
}

function isKey(value: unknown, table: object): boolean {
  return typeof value === 'string' && Object.hasOwn(table, value);
}

function mapEntries(
  object: JsonSchema,
  map: (key: string, value: unknown) => [string, unknown],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => map(key, value)));
}

function invert(table: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([from, to]) => [to, from]));
}
