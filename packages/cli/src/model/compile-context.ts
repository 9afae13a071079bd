import { templateVariables } from '@oriel/engine/template-variables';
import type { CompileContext } from '@oriel/semantic/model';
import type { LocalContext } from '../command.ts';
import { parseContext } from './security-context.ts';
import { PASSWORD_VARIABLES } from './source-kinds.ts';

/** What the command itself takes secrets from. */
const PASSWORDS = new Set<string>(Object.values(PASSWORD_VARIABLES));
const isOwn = (name: string) => name.startsWith('ORIEL_') || PASSWORDS.has(name);

/**
 * What templates may read of the environment: all variables but those that no deployment gives away either, and those
 * that hold secrets of the command.
 */
export function readEnvironment(variables: LocalContext['variables']): Record<string, string> {
  const own = Object.entries(variables).flatMap(([name, value]): [string, string][] =>
    value === undefined || isOwn(name) ? [] : [[name, value]],
  );
  return templateVariables(own);
}

/**
 * What a model is compiled for: the security context of `--context`, and the environment.
 *
 * @throws `UsageError` for a context that is none
 */
export function readCompileContext({
  flags,
  variables,
}: Pick<LocalContext, 'flags' | 'variables'>): CompileContext {
  return { securityContext: parseContext(flags.context), environment: readEnvironment(variables) };
}
