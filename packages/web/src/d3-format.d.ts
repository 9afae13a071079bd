declare module 'd3-format' {
  /** @throws an Error for a specifier that is none */
  export function format(specifier: string): (value: number) => string;
}
