import type { Problems } from '../files/model-file.ts';
import type { Cube, Measure } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { GRANULARITIES } from '../definitions/resolve-reference.ts';

/** Reports a window since the start of a period that no time dimension has; which one it goes along, a query says. */
export function checkWindow(
  { name, rollingWindow }: Measure,
  cubes: Readonly<Record<string, Cube>>,
  problems: Problems,
): void {
  if (rollingWindow?.kind !== 'to-date') return;
  const { text, location } = rollingWindow.granularity;
  if (GRANULARITIES.some((granularity) => granularity === text)) return;
  const custom = Object.values(cubes)
    .flatMap(({ dimensions }) => Object.values(dimensions))
    .flatMap(({ granularities }) => Object.keys(granularities));
  if (!custom.includes(text))
    problems.add(
      location,
      `The window of ${name} begins with a granularity ${text}, which no time dimension has`,
      () => didYouMean(text, [...GRANULARITIES, ...new Set(custom)]),
    );
}
