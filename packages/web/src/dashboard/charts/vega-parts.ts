import { transforms } from 'vega-dataflow';
import * as encode from 'vega-encode';
import * as data from 'vega-transforms';
import * as view from 'vega-view-transforms';

/*
 * What the web has in place of the package `vega` (`vite.config.ts`): its parser and view with the transforms of every chart. Those of maps,
 * regressions and nearest points are loaded where a chart has them (`load-transforms.ts`); those that Vega-Lite never
 * writes, of trees, forces, clouds of words, are left out.
 */
Object.assign(transforms, encode, data, view);

export { parse } from 'vega-parser';
export { ascending, hasOwnProperty, isObject, isString, splitAccessPath, stringValue } from 'vega-util';
export { View } from 'vega-view';
