import { areEqual } from './values/compare-values.ts';
import { boolean, integer, isMapping, isNumber, list, nothing } from './values/template-values.ts';
import type { JinjaEnvironment, JinjaNode, JinjaValue } from './values/jinja-library.ts';

const FUNCTIONS = ['cycle', 'changed'];
const NUMBERS = ['depth', 'depth0'];

/** The function of loops that a node names, if it is one that the library does not know. */
export const loopFunctionIn = (node: JinjaNode | undefined) => nameIn(node, FUNCTIONS);

function nameIn(node: JinjaNode | undefined, names: readonly string[]): string | undefined {
  if (node?.type !== 'MemberExpression' || node.computed === true || node.object?.value !== 'loop')
    return undefined;
  return names.find((name) => name === node.property?.value);
}

/** The names of `loop` that the library does not know; of one rendering, since loops remember what they have seen. */
export function createLoopNames() {
  const seen = new WeakMap<JinjaEnvironment, JinjaValue>();
  return {
    /** `loop.depth` is 1, since no loop calls itself. Undefined for any other node, and where there is no loop. */
    depth(node: JinjaNode, environment: JinjaEnvironment): JinjaValue | undefined {
      const name = nameIn(node, NUMBERS);
      return name === undefined || !loopAround(environment) ? undefined : integer(name === 'depth' ? 1 : 0);
    },
    /** `loop.cycle('a', 'b')` takes turns, `loop.changed(x)` tells whether x is another than in the round before. */
    call(name: string, args: readonly JinjaValue[], environment: JinjaEnvironment): JinjaValue {
      const loop = loopAround(environment);
      if (!loop) throw new Error(`loop.${name} is a function of loops`);
      if (name === 'cycle') return args[indexOf(loop) % args.length] ?? nothing();
      const [before, now] = [seen.get(loop), list(args)];
      seen.set(loop, now);
      return boolean(!before || !areEqual(before, now));
    },
  };
}

/** The scope of the loop that something stands in: it has the name `loop`. */
function loopAround(environment: JinjaEnvironment): JinjaEnvironment | undefined {
  let scope: JinjaEnvironment | undefined = environment;
  while (scope && !scope.variables.has('loop')) scope = scope.parent;
  return scope;
}

function indexOf(loop: JinjaEnvironment): number {
  const names = loop.variables.get('loop');
  const index = names && isMapping(names) ? names.value.get('index0') : undefined;
  return index && isNumber(index) ? index.value : 0;
}
