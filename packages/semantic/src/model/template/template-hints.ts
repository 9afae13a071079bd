import { didYouMean } from '../language/nearest-name.ts';
import { CALL_NAMES } from './filters/filters.ts';

const HINTS: readonly [fault: RegExp, hint: string | ((found: RegExpExecArray) => string)][] = [
  [/is known to SQL/, 'Write one brace on each side: {CUBE}.'],
  [/there is no filter (\w+)/, ([, name = '']) => didYouMean(name, CALL_NAMES.filter)],
  [/there is no test (\w+)/, ([, name = '']) => didYouMean(name, CALL_NAMES.test)],
  [/the (filter|test) \w+: /, 'Filters and tests take what those of Jinja take.'],
  [
    /is not a function/,
    'Templates call macros, of the same file or imported, and env_var; Python files such as globals.py are not read.',
  ],
  [
    /statement type: (import|from)\b/,
    'Write {% import "macros/money.jinja" as money %} or {% from "macros/money.jinja" import cents %}.',
  ],
  [/statement type: include\b/, 'Write {% include "parts/dates.jinja" %}.'],
  [/statement type: (raw|endraw)\b/, 'What stands between {% raw %} and {% endraw %} stays as it is.'],
  [
    /statement type: (extends|block)\b/,
    'Templates do not extend one another: include what they share, or import a macro of it.',
  ],
  [/statement type: autoescape\b/, 'Nothing is escaped, except by the filter escape.'],
  [
    /statement type/,
    'There are set, if, for, break, continue, macro, call, filter, with, do, raw, include, import and from.',
  ],
  [/recursive/, 'A loop does not call itself: a macro can.'],
  [
    /[Uu]ndefined|on null values/,
    'A name in it has no value: there are those that the file sets or imports, COMPILE_CONTEXT and env_var; Python files are not read.',
  ],
  [
    /there is no file\b|has no macro/,
    'A path begins at the folder of the model, as in {% import "macros/money.jinja" as money %}.',
  ],
  [/there is no variable/, 'Give it a default: env_var("NAME", "value").'],
  [
    /it (takes too|makes|imports|includes) |imports itself|nested too deeply/,
    'Write less of it by template.',
  ],
];

/** What to do about the fault of a template. */
export function templateHint(message: string): string {
  for (const [fault, hint] of HINTS) {
    const found = fault.exec(message);
    if (found) return typeof hint === 'string' ? hint : hint(found);
  }
  return 'Two braces together count as a template; in flow style write } }.';
}
