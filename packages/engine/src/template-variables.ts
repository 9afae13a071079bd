/**
 * The variables that templates of a model may read, of all there are. Those that begin with `CUBEJS_` are settings, and
 * hold the passwords of data sources.
 */
export function templateVariables(variables: Iterable<readonly [string, string]>): Record<string, string> {
  return Object.fromEntries([...variables].filter(([name]) => !name.startsWith('CUBEJS_')));
}
