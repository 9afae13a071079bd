import { compileModel, type Model } from '@oriel/semantic';
import assert from 'node:assert/strict';

/** The model of one file that has no problems. */
export function modelOf(content: string): Model {
  const compiled = compileModel([{ path: 'model.yml', content }]);
  assert.ok('model' in compiled, 'problems' in compiled ? problemLines(compiled.problems).join('\n') : '');
  return compiled.model;
}

/** The problems of one file, each as `line:column message hint`. */
export function problemsOf(content: string): string[] {
  const compiled = compileModel([{ path: 'model.yml', content }]);
  return 'problems' in compiled ? problemLines(compiled.problems) : [];
}

function problemLines(
  problems: readonly { line: number; column: number; message: string; hint?: string }[],
): string[] {
  return problems.map(({ line, column, message, hint = '' }) => `${line}:${column} ${message} ${hint}`);
}

/** A list without the places of its entries. */
export function namesIn(
  list: readonly { readonly text: string }[] | '*' | undefined,
): string[] | '*' | undefined {
  return list === '*' ? list : list?.map(({ text }) => text);
}

/** SQL with its references in braces again, to compare by eye. */
export function textOf({
  parts,
}: {
  parts: readonly { kind: string; text?: string; path?: readonly string[] }[];
}): string {
  return parts.map((part) => part.text ?? `{${part.path?.join('.') ?? part.kind}}`).join('');
}
