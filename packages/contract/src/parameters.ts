import { refuse, type Refusal } from './errors.ts';
import { parameters } from './vocabulary/every-parameter.ts';
import type { Static } from './schema.ts';

export type PathParameterName = keyof typeof parameters;

/** Every path parameter of the API by its name: a name means the same in each path. */
export const pathParameters = mapParameters(({ schema }) => schema) as {
  // Each value is of the parameter of its name.
  readonly [Name in PathParameterName]: (typeof parameters)[Name]['schema'];
};

function mapParameters<T>(of: (parameter: (typeof parameters)[PathParameterName]) => T) {
  return Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, of(parameter)]));
}

/** The parameters that are ids rather than texts. */
export type IdParameterName = {
  [Name in PathParameterName]: Static<(typeof pathParameters)[Name]> extends number ? Name : never;
}[PathParameterName];

/** The parameters of a path, in its order. */
export function parametersIn(path: string): PathParameterName[] {
  // A path with another name in braces does not compile where its operation is declared.
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathParameterName);
}

/** The names in braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What a path takes: a name that is no parameter of the API does not compile where it is used. */
export type PathParametersOf<Path extends string> = {
  [Name in NamesIn<Path>]: Name extends PathParameterName ? Static<(typeof pathParameters)[Name]> : never;
};

/** The refusal of a parameter that no record has, and so one of every operation with this parameter in its path. */
export const notFoundCodes = mapParameters(({ notFound }) => notFound) as {
  readonly [Name in PathParameterName]: (typeof parameters)[Name]['notFound'];
};

/** Refuses an id in a path that is larger than any record's. */
export function refuseMissing(name: IdParameterName, id: number): Refusal {
  return refuse(notFoundCodes[name], { id });
}
