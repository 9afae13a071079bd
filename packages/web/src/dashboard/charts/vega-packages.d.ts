/* The packages that Vega is made of have no types of their own. */

/** A class of operators, by the name that documents use, in lower case. */
type Transforms = Record<string, unknown>;

declare module 'vega-dataflow' {
  /** All that the parser knows. */
  export const transforms: Transforms;
  /** What a view rests on; here for the formats of data that it reads. */
  export class Dataflow {
    parse(data: unknown, format: { type: string; feature?: string }): unknown;
  }
}
/** A file of the build, by its address. */
declare module '*.json?url' {
  const address: string;
  export default address;
}
declare module 'vega-encode' {
  const transforms: Transforms;
  export = transforms;
}
declare module 'vega-geo' {
  const transforms: Transforms;
  export = transforms;
}
declare module 'vega-regression' {
  const transforms: Transforms;
  export = transforms;
}
declare module 'vega-transforms' {
  const transforms: Transforms;
  export = transforms;
}
declare module 'vega-view-transforms' {
  const transforms: Transforms;
  export = transforms;
}
declare module 'vega-voronoi' {
  const transforms: Transforms;
  export = transforms;
}
declare module 'vega-parser' {
  export { parse } from 'vega';
}
declare module 'vega-scenegraph' {
  export { Bounds } from 'vega';
  export const Item: new (mark: object) => object;
}
declare module 'vega-view' {
  export { View } from 'vega';
}
