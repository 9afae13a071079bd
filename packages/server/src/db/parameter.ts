import type { RawBuilder } from 'kysely';

/**
 * Stands for a value in a statement that is put together once and executed with many values. The compiler of statements
 * gives each name one parameter, however often it stands in the text.
 */
export class Parameter<Value> {
  readonly name: string;
  /** Never set; keeps parameters of different types apart. */
  declare readonly value: Value;

  constructor(name: string) {
    this.name = name;
  }
}

/** A value, or what stands for it. */
export type Bindable<Value> = Value | Parameter<Value> | RawBuilder<Value>;
