import {
  jinja,
  type JinjaEnvironment,
  type JinjaFunction,
  type JinjaInterpreter,
  type JinjaValue,
} from './values/jinja-library.ts';
import { programOf, TemplateFault, type ReadTemplate } from './read-template.ts';

type Module = ReadTemplate['modules'][number];

/** Interprets what a template imports, and gives it its names in the environment of that template. */
export function bindModules(
  { modules }: ReadTemplate,
  environment: JinjaEnvironment,
  interpreter: JinjaInterpreter,
  /** An environment with the names that every template knows. */
  createEnvironment: () => JinjaEnvironment,
): void {
  for (const module of modules) {
    const inner = createEnvironment();
    const known = new Set(inner.variables.keys());
    try {
      bindModules(module.template, inner, interpreter, createEnvironment);
      interpreter.evaluate(programOf(module.template), inner);
      const exported = new Map(
        [...inner.variables]
          .filter(([name]) => !known.has(name))
          .map(([name, value]) => [name, atHome(value, inner)]),
      );
      bind(module, exported, environment, interpreter);
    } catch (error) {
      throw new TemplateFault(module.line, (error as Error).message, { cause: error });
    }
  }
}

function bind(
  { path, binds }: Module,
  exported: ReadonlyMap<string, JinjaValue>,
  environment: JinjaEnvironment,
  interpreter: JinjaInterpreter,
): void {
  if (typeof binds === 'string') {
    const whole = interpreter.evaluate({ type: 'ObjectLiteral', value: new Map() }, environment);
    const entries = whole.value as Map<string, JinjaValue>; // as the library holds every object
    for (const [name, value] of exported) entries.set(name, value);
    environment.setVariable(binds, whole);
  } else
    for (const [name, alias] of binds) {
      const value = exported.get(name);
      if (!value) throw new Error(`${path} has no macro ${name}`);
      environment.setVariable(alias, value);
    }
}

/** A macro that finds the names of its own template; the library looks where it is called. */
function atHome(value: JinjaValue, home: JinjaEnvironment): JinjaValue {
  if (!isFunction(value)) return value;
  const call = value.value;
  value.value = (args, caller) => {
    const scope = new jinja.Environment(home);
    // What stands between `call` and `endcall` comes by the scope.
    scope.setVariable('caller', caller.lookupVariable('caller'));
    return call(args, scope);
  };
  return value;
}

function isFunction(value: JinjaValue): value is JinjaFunction {
  return value.type === 'FunctionValue';
}
