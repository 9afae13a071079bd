declare module 'd3-format' {
  export interface FormatLocaleDefinition {
    decimal: string;
    thousands: string;
    /** Digits in each group, from the right. */
    grouping: number[];
    /** Prefix and suffix of an amount of money. */
    currency: [string, string];
  }
  export interface FormatLocaleObject {
    /** @throws an error when the specifier is none */
    format(specifier: string): (value: number) => string;
  }
  export function formatLocale(definition: FormatLocaleDefinition): FormatLocaleObject;
}
