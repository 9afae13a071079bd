import type { ModelProblem } from './files/model-file.ts';

/** Each query is answered with them. */
const MAX_TOLD = 100;

/**
 * The problems of a model in one text, the first of them where there are many: what a model that does not compile
 * answers each query with.
 */
export function brokenModelMessage(problems: readonly ModelProblem[]): string {
  const lines = problems
    .slice(0, MAX_TOLD)
    .map(
      ({ file, line, column, message, hint }) =>
        `${file}:${line}:${column}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
    );
  if (problems.length > MAX_TOLD) lines.push(`… and ${problems.length - MAX_TOLD} more`);
  return `The data model has ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n${lines.join('\n')}`;
}
