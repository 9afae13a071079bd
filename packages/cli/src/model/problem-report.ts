import type { ModelFile, ModelProblem } from '@oriel/semantic';

/** Each problem with its location, the line that it is in, a caret under the column, and what to do about it. */
export function problemReport(
  problems: readonly ModelProblem[],
  files: readonly ModelFile[],
): readonly string[] {
  const linesOf = new Map(files.map(({ path, content }) => [path, content.split(/\r?\n/)]));
  const faulty = new Set(problems.map(({ file }) => file)).size;
  return [
    ...problems.flatMap((problem) => describe(problem, linesOf.get(problem.file)?.[problem.line - 1] ?? '')),
    `${count(problems.length, 'problem')} in ${count(faulty, 'file')}`,
  ].map(printable);
}

function describe({ file, line, column, message, hint }: ModelProblem, text: string): string[] {
  return [
    `${file}:${line}:${column}: ${message}`,
    `    ${text}`,
    `    ${blankOf(text.slice(0, column - 1))}^`,
    ...(hint === undefined ? [] : [`    ${hint}`]),
    '',
  ];
}

/** As wide as the text is in a terminal: tabs stay, and wide letters give way to a wide space. */
function blankOf(text: string): string {
  return text
    .replaceAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu, '\u3000')
    .replaceAll(/[^\t\u3000]/g, ' ');
}

/** Without what would command the terminal. */
function printable(line: string): string {
  return line.replaceAll(/[^\P{Cc}\t]/gu, '\uFFFD');
}

/** A number with its noun. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
