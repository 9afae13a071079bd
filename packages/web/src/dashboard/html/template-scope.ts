import { TemplateProblem } from './template-problem.ts';
import type { Path } from './template-tree.ts';

/** What names stand for at one place of a template. */
export interface Scope {
  readonly value: unknown;
  /** What `@name` is: `root`, and in a loop `index`, `key`, `first`, `last`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What `../` leads to. */
  readonly parent: Scope | undefined;
}

/** A field of an object or an entry of a list; nothing that it has from JavaScript. */
export function ownValue(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined;
  return (holder as Record<string, unknown>)[name];
}

/** @throws {@link TemplateProblem} where a step of the path is not there */
export function findName({ data, depth, parts, original }: Path, scope: Scope): unknown {
  let place: Scope | undefined = scope;
  for (let step = 0; step < depth; step += 1) place = place?.parent;
  if (!place) throw new TemplateProblem(`Nothing is above the beginning: ${original}`);
  let value: unknown = data ? place.data : place.value;
  for (const part of parts) {
    const name = String(part);
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    if (!isThere) throw new TemplateProblem(`There is no ${original}`);
    value = ownValue(value, name);
  }
  return value;
}
