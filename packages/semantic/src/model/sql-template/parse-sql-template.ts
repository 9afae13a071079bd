import type { SourceLocation, Problems } from '../files/model-file.ts';
import { parseExpression } from './parse-expression.ts';
import type { SqlTemplate, SqlTemplatePart } from './sql-template.ts';
import { ExpressionFault } from './token-reader.ts';

const BARE_COLUMN = /^[_a-zA-Z]\w*$/;
const QUOTES = `'"\``;

/**
 * Reads an SQL template: text with expressions in braces. A bare identifier is a column of the cube, unless `bare` says
 * that it names a table. What is wrong with an expression becomes a problem, and the expression is left out.
 */
export function parseSqlTemplate(
  text: string,
  location: SourceLocation,
  problems: Problems,
  bare: 'column' | 'table' = 'column',
): SqlTemplate {
  const trimmed = text.trim();
  if (bare === 'column' && BARE_COLUMN.test(trimmed))
    return {
      location,
      parts: [
        { kind: 'reference', path: ['CUBE'], isSql: false },
        { kind: 'text', text: `.${trimmed}` },
      ],
    };
  const parts: SqlTemplatePart[] = [];
  let literal = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (character === '\\' && (next === '{' || next === '}')) {
      literal += next;
      index += 1;
    } else if (character === '{') {
      const end = endOfExpression(text, index + 1);
      if (text.charAt(index - 1) === '$') refuseDollar(text.slice(index, end + 1), location, problems);
      if (literal) parts.push({ kind: 'text', text: literal });
      literal = '';
      if (end === text.length)
        problems.add(
          location,
          `The brace of ${text.slice(index)} is not closed`,
          'A literal brace is written \\{.',
        );
      else parts.push(...readExpression(text.slice(index + 1, end).trim(), location, problems));
      index = end;
    } else {
      literal += character;
    }
  }
  // Where the last line may be a comment, what follows the template stands on a line of its own.
  if (text.slice(text.lastIndexOf('\n') + 1).includes('--')) literal += '\n';
  if (literal) parts.push({ kind: 'text', text: literal });
  return { location, parts };
}

/** JavaScript's way to write a reference, which would leave the sign in the SQL. */
function refuseDollar(expression: string, location: SourceLocation, problems: Problems): void {
  problems.add(
    location,
    `$${expression} is written as in JavaScript`,
    `In YAML, leave out the sign: ${expression}.`,
  );
}

/** Where the brace closes that was opened before `start`; braces within quotes are text, those of f-strings nest. */
function endOfExpression(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== '') {
      if (character === '\\') index += 1;
      else if (character === quote) quote = '';
    } else if (QUOTES.includes(character)) quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      if (depth === 0) return index;
      depth -= 1;
    }
  }
  // The quote may be one of the SQL behind a brace that closes nothing but itself.
  const plain = text.indexOf('}', start);
  return plain === -1 ? text.length : plain;
}

function readExpression(expression: string, location: SourceLocation, problems: Problems): SqlTemplatePart[] {
  try {
    return [parseExpression(expression)];
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    problems.add(location, error.message, error.hint);
    return [];
  }
}
