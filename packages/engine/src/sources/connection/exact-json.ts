/** A number with all its digits, as `JSON.rawJSON` makes it and `JSON.stringify` writes it. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** Makes of a value of JSON another one; a number comes with the digits that it is written with. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/**
 * What JSON has for numbers that are no doubles, which is newer than the types that the project compiles with.
 *
 * @see https://github.com/tc39/proposal-json-parse-with-source
 */
export const exact = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: object): value is RawNumber;
};
