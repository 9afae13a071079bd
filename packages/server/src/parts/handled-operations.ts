import type { OperationsOf, Part } from './part.ts';

/** The keys of every member of a union. */
type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** The names of operations that none of some parts handles. */
export type UnhandledBy<Parts extends readonly Part[], Operations> = Exclude<
  keyof Operations,
  KeysOf<OperationsOf<Parts[number]>>
>;

/** Takes no name: with one it does not compile, and the compiler names it. */
export type None<Names extends never> = Names;
