import axe, { type AxeResults } from 'axe-core';
import type { Browser, Frame, Page } from 'playwright-core';

/** How a page is looked at: in both color schemes, and as on a telephone. */
export const LOOKS: readonly (readonly [string, NonNullable<Parameters<Browser['newContext']>[0]>])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
];

/** The impacts of axe that count: what keeps people from using the page. */
const SERIOUS = new Set(['serious', 'critical']);

/**
 * What axe-core finds serious on a page, or in one frame of it. What moves is let come to rest before: half-faded text
 * has a contrast of its own.
 *
 * @param what begins each finding
 */
export async function seriousFindings(target: Page | Frame, what: string): Promise<string[]> {
  await target.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
  // The page's policy allows no foreign script; an evaluated one is not the page's.
  await target.evaluate(axe.source);
  const { violations } = await target.evaluate(async () => {
    const { axe: loaded } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return loaded.run({ iframes: false, resultTypes: ['violations'] });
  });
  return violations
    .filter(({ impact }) => impact && SERIOUS.has(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${what}: ${id}: ${html.slice(0, 300)}: ${failureSummary}`),
    );
}
