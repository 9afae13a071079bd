/** Functions without their first argument, which is given to them. */
type Bound<First, Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: First, ...rest: infer Rest) => infer Result
    ? (this: void, ...rest: Rest) => Result
    : never;
};

/**
 * Gives functions what they work with, as their first argument: a store is its statements with a database. Each
 * function names as much of `first` as it needs.
 */
export function bindFirst<
  First,
  Functions extends Readonly<Record<string, (this: void, first: First, ...rest: never[]) => unknown>>,
>(first: First, functions: Functions): Bound<First, Functions> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, work]) => [name, (...rest: never[]) => work(first, ...rest)]),
  ) as Bound<First, Functions>;
}
