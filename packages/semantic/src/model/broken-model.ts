import type { ModelProblem } from './model-file.ts';

/** Every problem of a model in one text: what a model that does not compile answers each query with. */
export function brokenModelMessage(problems: readonly ModelProblem[]): string {
  const lines = problems.map(
    ({ file, line, column, message, hint }) =>
      `${file}:${line}:${column}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
  );
  return `The data model has ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n${lines.join('\n')}`;
}
