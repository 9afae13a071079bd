import { isList, isMapping, text, textOf } from './values/template-values.ts';
import {
  jinja,
  type JinjaEnvironment,
  type JinjaFunction,
  type JinjaInterpreter,
  type JinjaNode,
  type JinjaValue,
} from './values/jinja-library.ts';
import { programOf, TemplateFault, type ReadTemplate } from './read-template.ts';
import { TEMPLATE_LIMITS } from './values/template-limits.ts';
import { bindModules } from './template-modules.ts';

/** What includes of one rendering need. */
interface Includes {
  readonly interpreter: JinjaInterpreter;
  /** Finds a template from the one that includes it; undefined where there is no such file. */
  readonly read: (path: string, includer: string) => ReadTemplate | undefined;
  /** An environment with the names that every template knows. */
  readonly createEnvironment: () => JinjaEnvironment;
}

/**
 * The function that an `include` becomes. It is called with the path of the including template, the path of the
 * other or several to try, and flags: `missing` where there need not be one, `alone` where it sees no names of the
 * includer. It gives what the other renders to; what that sets stays in it.
 */
export function createInclude({ interpreter, read, createEnvironment }: Includes): JinjaFunction['value'] {
  const programs = new Map<ReadTemplate, JinjaNode>();
  let depth = 0;
  const render = (template: ReadTemplate, environment: JinjaEnvironment) => {
    if (depth >= TEMPLATE_LIMITS.includes)
      throw new Error(`it includes more than ${TEMPLATE_LIMITS.includes} templates within one another`);
    depth += 1;
    try {
      bindModules(template, environment, interpreter, createEnvironment);
      const program = programs.get(template) ?? programOf(template);
      programs.set(template, program);
      return interpreter.evaluate(program, environment);
    } finally {
      depth -= 1;
    }
  };
  return ([includer, wanted, flags], scope) => {
    const has = (flag: string) => flags !== undefined && textOf(flags).includes(flag);
    const paths = pathsOf(wanted);
    for (const path of paths) {
      try {
        const template = read(path, includer ? textOf(includer) : '');
        if (template)
          return render(template, has('alone') ? createEnvironment() : new jinja.Environment(scope));
      } catch (error) {
        throw faultOfInclude(error, path);
      }
    }
    if (has('missing')) return text('');
    throw new Error(`there is no file ${paths.join(' or ')} to include`);
  };
}

/** Names the file: its lines are not those of the one that is rendered. */
function faultOfInclude(error: unknown, path: string): Error {
  const { message } = error as Error;
  const line = error instanceof TemplateFault && !error.isLocated ? `, line ${error.line}` : '';
  return new Error(message.startsWith(path) ? message : `${path}${line}: ${message}`, { cause: error });
}

function pathsOf(wanted: JinjaValue | undefined): string[] {
  if (wanted && isList(wanted)) return wanted.value.map(textOf);
  if (!wanted || isMapping(wanted)) throw new Error('include takes a path, or a list of them');
  return [textOf(wanted)];
}

/** The function that a `with` becomes: it renders what stands in it, with its values for the names. */
export const callWith: JinjaFunction['value'] = (args, scope) => {
  const caller = scope.lookupVariable('caller') as JinjaFunction; // a call block has one
  // The library puts an object of named arguments behind the others.
  return caller.value(args.slice(0, -1), scope);
};
