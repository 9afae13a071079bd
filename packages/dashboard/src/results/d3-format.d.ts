declare module 'd3-format' {
  export interface FormatLocaleDefinition {
    decimal: string;
    thousands: string;
    /** Digits in each group, from the right. */
    grouping: number[];
    /** Prefix and suffix of an amount of money. */
    currency: [string, string];
    /** What stands behind a percentage; default the sign alone. */
    percent?: string;
  }
  export interface FormatLocaleObject {
    /** @throws an error when the specifier is none */
    format(specifier: string): (value: number) => string;
  }
  export interface FormatSpecifier {
    type: string;
    precision: number | undefined;
    trim: boolean;
    comma: boolean;
    sign: string;
    symbol: string;
  }
  /** @throws an error when the specifier is none */
  export function formatSpecifier(specifier: string): FormatSpecifier;
  export function formatLocale(definition: FormatLocaleDefinition): FormatLocaleObject;
}
