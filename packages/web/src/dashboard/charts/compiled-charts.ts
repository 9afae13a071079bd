import type { CompiledCharts } from '@oriel/contract';
import type { Spec } from 'vega';

/** Templates by their marked documents (`chart-template.ts`). */
type Templates = ReadonlyMap<string, Spec>;

const NONE: Templates = new Map();

let templates: Promise<Templates> = Promise.resolve(NONE);

/** The templates of the page's charts. */
export const compiledCharts = (): Promise<Templates> => templates;

/**
 * Takes the templates that the server has of a dashboard's charts. Without an answer every chart is compiled on the
 * page. Loaded before the chart library: keep it small.
 */
export function takeCompiledCharts(answer: Promise<CompiledCharts | undefined>): void {
  templates = answer.then(
    (compiled) =>
      // What a server of the same version has compiled is a Vega document.
      new Map((compiled?.charts ?? []).map(({ document, vega }) => [document, vega as unknown as Spec])),
    () => NONE,
  );
}
