import {
  brandSchema,
  CSS_VALUE_PATTERN,
  limits,
  namedSchemas,
  nameOf,
  Refusal,
  refuseFields,
  refuseMissing,
  serverBrands,
  toJsonSchema,
  type FieldIssue,
  type MediaType,
  type Operation,
  type IdParameterName,
  type ServerBrand,
  type Static,
  type TSchema,
} from '@oriel/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { findImpossibleText } from './text-check.ts';
import { cutText } from '../../cut-text.ts';

// The package's CommonJS default export arrives wrapped.
const addFormats = addFormatsModule.default;

/** Of a part with more values the first fault alone is told: looking for all of them takes the square of the number. */
const MAX_EXPLAINED_VALUES = 2_000;

type Part = 'body' | 'form' | 'query' | 'params' | 'headers';

/**
 * Bodies are taken as they are: coercion would turn a null folder into folder 0. Parameters, headers and the
 * fields of forms and uploads are texts by nature, so they are read as what the schema says.
 */
type Reading = 'exact' | 'coercing';

/** Whether a validator stops at the first fault or looks for all of them. */
type Thoroughness = 'first' | 'all';

/** Made when they are first needed: those that look for all faults by the first request that has one. */
const validators = new Map<string, Ajv2020>();

function validatorOf(part: Part, brand: ServerBrand, thoroughness: Thoroughness): Ajv2020 {
  const reading = part === 'body' ? 'exact' : 'coercing';
  // Other parts carry no brand.
  const named = reading === 'exact' ? brand : serverBrands.svc;
  const key = `${reading} ${named.name} ${thoroughness}`;
  const known = validators.get(key) ?? makeAjv(reading, named, thoroughness);
  validators.set(key, known);
  return known;
}

function makeAjv(reading: Reading, brand: ServerBrand, thoroughness: Thoroughness): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: thoroughness === 'all',
    strict: false,
    useDefaults: true,
    // For the examples in what is said of a fault.
    verbose: true,
    // The contract's own schemas are checked in tests, and not at every start.
    validateSchema: false,
    meta: false,
    ...(reading === 'coercing' && { coerceTypes: 'array' as const }),
  });
  addFormats(ajv);
  // The format has leap seconds, which no clock and no database of ours can hold.
  ajv.addFormat('date-time', { validate: isDateTime });
  addNamedSchemas(ajv, brand);
  return ajv;
}

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[t ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i;

/** @see RFC 3339, section 5.6 */
function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1];
  // Dates count days over the end of a month on.
  return (
    day !== undefined &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  );
}

/** Tells a validator every named schema of the contract, by its name. Each is compiled when it is first needed. */
export function addNamedSchemas(ajv: Ajv2020, brand: ServerBrand = serverBrands.svc): void {
  for (const [name, schema] of namedSchemas) ajv.addSchema(brandSchema(toJsonSchema(schema), brand), name);
}

type PartCheck = (value: unknown) => void;

/** By schema, part and brand: applications in one process share them. */
const partChecks = new WeakMap<TSchema, Map<string, PartCheck>>();

/**
 * Makes the check of one part of a request, compiled when it is first needed.
 *
 * @param brand the names to check by; default those of the contract
 * @throws `validation_failed` with an issue for each fault.
 */
export function createPartCheck(
  part: Part,
  schema: TSchema,
  brand: ServerBrand = serverBrands.svc,
): PartCheck {
  const known = partChecks.get(schema) ?? new Map<string, PartCheck>();
  partChecks.set(schema, known);
  const key = `${part} ${brand.name}`;
  const check = known.get(key) ?? makePartCheck(part, schema, brand);
  known.set(key, check);
  return check;
}

function makePartCheck(part: Part, schema: TSchema, brand: ServerBrand): PartCheck {
  const compiled: Partial<Record<Thoroughness, ValidateFunction>> = {};
  const faultsOf = (value: unknown, thoroughness: Thoroughness): readonly ErrorObject[] => {
    const validate = (compiled[thoroughness] ??= compileSchema(
      validatorOf(part, brand, thoroughness),
      schema,
      brand,
    ));
    return validate(value) ? [] : (validate.errors ?? []);
  };
  return (value) => {
    const impossible = part === 'headers' ? undefined : findImpossibleText(value);
    if (impossible) throw refuseFields([{ ...impossible, path: impossible.path || part }]);
    const faults = faultsOf(value, 'first');
    if (faults.length === 0) return;
    throw refuseFields(
      toIssues(holdsMoreThan(value, MAX_EXPLAINED_VALUES) ? faults : faultsOf(value, 'all'), part),
    );
  };
}

/**
 * Makes the reader of a value inside of a body that is free as far as the operation's own schema goes.
 *
 * @throws `validation_failed` with an issue for each fault, under the path at which the value was sent
 */
export function createValueReader<S extends TSchema>(schema: S): (value: unknown, path: string) => Static<S> {
  const check = createPartCheck('body', schema);
  return (value, path) => {
    try {
      check(value);
      // The check has just compared it with this very schema.
      return value as Static<S>;
    } catch (error) {
      if (!(error instanceof Refusal) || !error.issues) throw error;
      const issues = error.issues.map((issue) => ({ ...issue, path: joinPaths(path, issue.path) }));
      throw refuseFields(issues, error);
    }
  };
}

function joinPaths(outer: string, inner: string): string {
  // What is wrong as a whole is told under the name of its part.
  if (inner === 'body') return outer;
  return inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`;
}

/**
 * Makes the check of what an operation takes. Nothing is checked that the operation does not declare.
 *
 * @throws `validation_failed`; for an id in the path that is larger than any record's, what is said of a missing one
 */
export function createRequestCheck(
  { params, query, headers, body }: Operation,
  brand: ServerBrand,
): (parts: Record<Exclude<Part, 'form'>, unknown>) => void {
  const checkParams = createPartCheck('params', params);
  const checkQuery = createPartCheck('query', query);
  const checkHeaders =
    Object.keys(headers.properties).length > 0 ? createPartCheck('headers', headers) : undefined;
  const isText = body !== undefined && FORMS.has(body.mediaType);
  const checkBody = body && createPartCheck(isText ? 'form' : 'body', body.schema, brand);
  return (parts) => {
    checkParams(parts.params);
    refuseImpossibleIds(parts.params as Record<string, unknown>);
    checkQuery(parts.query);
    checkHeaders?.(parts.headers);
    checkBody?.(parts.body);
  };
}

const FORMS: ReadonlySet<MediaType> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

function refuseImpossibleIds(params: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'number' && value > limits.MAX_ID)
      // The check has let declared parameters through alone, and this one is a number.
      throw refuseMissing(name as IdParameterName, value);
}

/** A named schema is known to the validator already; compiling it again would be a second schema of that name. */
export function compileSchema(
  ajv: Ajv2020,
  schema: TSchema,
  brand: ServerBrand = serverBrands.svc,
): ValidateFunction {
  const name = nameOf(schema);
  return ajv.compile(name === undefined ? brandSchema(toJsonSchema(schema), brand) : { $ref: `${name}#` });
}

/** Whether a value consists of more than so many values, itself included. */
function holdsMoreThan(value: unknown, max: number): boolean {
  const found = [value];
  // Grows while it is walked.
  for (const each of found) {
    if (found.length > max) return true;
    if (typeof each === 'object' && each !== null) for (const part of Object.values(each)) found.push(part);
  }
  return false;
}

/** One issue for each path, as many as anybody reads. */
function toIssues(errors: readonly ErrorObject[], part: Part): FieldIssue[] {
  const issues = new Map<string, FieldIssue>();
  for (const error of errors) {
    if (issues.size === limits.MAX_ISSUES) break;
    const path = toPath(error, part);
    if (!issues.has(path) && !isNoise(error, errors))
      issues.set(path, { path, message: toMessage(error, errors) });
  }
  return [...issues.values()];
}

/** Of a choice, the branch of the value's own type says what is wrong; of a condition, what it demands. */
function isNoise(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (error.keyword === 'if') return true;
  if (error.keyword === 'anyOf')
    return all.some((other) => other !== error && other.instancePath.startsWith(error.instancePath));
  if (error.keyword !== 'type') return false;
  if (error.params['type'] === 'null' && all.length > 1) return true;
  return all.some(({ instancePath, keyword }) =>
    instancePath === error.instancePath
      ? !OF_ANY_TYPE.has(keyword)
      : instancePath.startsWith(`${error.instancePath}/`),
  );
}

/** What is said of values of another type as well. */
const OF_ANY_TYPE: ReadonlySet<string> = new Set(['type', 'anyOf', 'enum', 'const']);

/** `/items/3/id` as people write it: `items[3].id`. */
function toPath(error: ErrorObject, part: Part): string {
  const own = error.params['additionalProperty'] ?? error.params['missingProperty'];
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (typeof own === 'string') steps.push(own);
  const text = steps.reduce(
    (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  );
  // The caller may have named a part of it by a megabyte.
  return text === '' ? part : cutText(text, limits.MAX_ISSUE_PATH_LENGTH);
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function toMessage(error: ErrorObject, all: readonly ErrorObject[]): string {
  if (error.keyword === 'type') {
    const asked = all.filter(
      ({ keyword, instancePath, params }) =>
        keyword === 'type' && instancePath === error.instancePath && params['type'] !== 'null',
    );
    const types = new Set(asked.flatMap(({ params }) => params['type'] as string | string[]));
    if (types.size > 1) return `must be ${[...types].join(' or ')}`;
  }
  if (error.keyword === 'additionalProperties') return 'is not known here';
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'pattern' && error.params['pattern'] === String.raw`\S`) return 'must not be empty';
  if (error.keyword === 'pattern' && error.params['pattern'] === CSS_VALUE_PATTERN)
    return 'must be a CSS value that loads nothing, such as #4f46e5 or 12px';
  if (error.keyword === 'pattern') {
    const example = exampleOf(error);
    return `must match pattern "${error.params['pattern']}"${example === undefined ? '' : `, as ${example} does`}`;
  }
  if (error.keyword === 'enum') {
    const values = (error.params['allowedValues'] as unknown[]).filter((value) => value !== null);
    return `must be one of ${values.join(', ')}`;
  }
  return (error.message ?? 'is not valid').replaceAll(',null', ' or null');
}

function exampleOf({ parentSchema }: ErrorObject): string | undefined {
  const [example] = (parentSchema?.['examples'] ?? []) as readonly unknown[];
  return typeof example === 'string' ? example : undefined;
}
