const HINTS: readonly [fault: RegExp, hint: string][] = [
  [/is known to SQL/, 'Write one brace on each side: {CUBE}.'],
  [
    /is not a function/,
    'Templates call macros, of the same file or imported, and env_var; Python files such as globals.py are not read.',
  ],
  [
    /statement type: (import|from)\b/,
    'Write {% import "macros/money.jinja" as money %} or {% from "macros/money.jinja" import cents %}.',
  ],
  [
    /statement type: include\b/,
    'Make a macro of it, and import that: {% import "macros/money.jinja" as money %}.',
  ],
  [/statement type: (raw|endraw)\b/, "Write the braces as a text: {{ '{{' }}."],
  [/statement type/, 'There are set, if, for, macro, call, filter, import and from.'],
  [
    /^Unknown \w+ filter|apply filter|`(map|select)/,
    'Not all filters of Jinja are known; there are upper, replace, join, default, items and safe.',
  ],
  [
    /[Uu]ndefined|on null values/,
    'A name in it has no value: there are those that the file sets or imports, COMPILE_CONTEXT and env_var; Python files are not read.',
  ],
  [
    /^there is no file|has no macro/,
    'A path begins at the folder of the model, as in {% import "macros/money.jinja" as money %}.',
  ],
  [/^there is no variable/, 'Give it a default: env_var("NAME", "value").'],
  [/^it (takes|makes|imports)|imports itself/, 'Write less of it by template.'],
];

/** What to do about the fault of a template. */
export function templateHint(message: string): string {
  const found = HINTS.find(([fault]) => fault.test(message));
  return found?.[1] ?? 'Two braces together count as a template; in flow style write } }.';
}
