import type { ContextPart, ContextValue, FilterParam, SqlTemplateReference } from './sql-template.ts';
import { tokenizeExpression } from './expression-tokens.ts';
import { createTokenReader, ExpressionFault, type TokenReader } from './token-reader.ts';

const REFERENCE = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(\.sql\(\))?$/;
const REFERENCE_HINT =
  'Write {CUBE}.column, {member} or {cube.member}; a literal brace is written \\{ or \\}.';
const CONTEXT_VARIABLE = /^(FILTER_PARAMS|FILTER_GROUP|SECURITY_CONTEXT|SQL_UTILS|COMPILE_CONTEXT)\b/;
/** Other spellings of `SECURITY_CONTEXT`. */
const SECURITY_CONTEXT = /^(security_context|securityContext)(?=\.)/;

/**
 * Reads what stands in the braces of an SQL template: a reference, or one of the context variables.
 *
 * @throws ExpressionFault for anything else
 */
export function parseExpression(written: string): SqlTemplateReference | ContextPart {
  const source = written.replace(SECURITY_CONTEXT, 'SECURITY_CONTEXT');
  const variable = CONTEXT_VARIABLE.exec(source)?.[1];
  if (variable !== undefined) return parseContextVariable(variable, source);
  if (!REFERENCE.test(source)) throw new ExpressionFault(`{${source}} is not a reference`, REFERENCE_HINT);
  const isSql = source.endsWith('.sql()');
  const path = source.replace(/\.sql\(\)$/, '').split('.');
  return { kind: 'reference', path: path.map((name) => (name === 'TABLE' ? 'CUBE' : name)), isSql };
}

function parseContextVariable(variable: string, source: string): ContextPart {
  if (variable === 'COMPILE_CONTEXT')
    throw new ExpressionFault(
      'COMPILE_CONTEXT is not known to SQL',
      'It belongs into a template: {{ COMPILE_CONTEXT.securityContext.tenant }}.',
    );
  const tokens = tokenizeExpression(source);
  if (!tokens) throw new ExpressionFault(`{${source}} cannot be read`, HINTS[variable]);
  const reader = createTokenReader(tokens, source, HINTS[variable] ?? '');
  const part = PARSERS[variable]?.(reader);
  if (!part || !reader.isAtEnd()) throw reader.fault();
  return part;
}

const HINTS: Record<string, string> = {
  FILTER_PARAMS: "Write {FILTER_PARAMS.cube.member.filter('column')}.",
  FILTER_GROUP:
    "Write {FILTER_GROUP(FILTER_PARAMS.cube.one.filter('one'), FILTER_PARAMS.cube.two.filter('two'))}.",
  SECURITY_CONTEXT:
    "Write {SECURITY_CONTEXT.path.filter('column')} or {SECURITY_CONTEXT.path.unsafeValue()}.",
  SQL_UTILS: "Write {SQL_UTILS.convertTz('column')}; a member in backticks would be moved twice.",
};

const PARSERS: Record<string, (reader: TokenReader) => ContextPart> = {
  FILTER_PARAMS: readFilterParam,
  FILTER_GROUP: readFilterGroup,
  SECURITY_CONTEXT: readContextValue,
  SQL_UTILS: readConvertTz,
};

/** `FILTER_PARAMS.cube.member.filter('column')`, or with a lambda. */
function readFilterParam(reader: TokenReader): FilterParam {
  const path = readPath(reader);
  if (path[0] !== 'FILTER_PARAMS' || path.length !== 4 || path[3] !== 'filter') throw reader.fault();
  reader.expect('(');
  const target = readTarget(reader);
  reader.accept(',');
  reader.expect(')');
  return { kind: 'filter-param', member: `${path[1]}.${path[2]}`, target };
}

function readFilterGroup(reader: TokenReader): ContextPart {
  reader.name();
  reader.expect('(');
  const params = [readFilterParam(reader)];
  while (reader.accept(',')) params.push(readFilterParam(reader));
  reader.expect(')');
  return { kind: 'filter-group', params };
}

const USES: Record<string, ContextValue['use']> = {
  filter: 'filter',
  requiredFilter: 'required-filter',
  required_filter: 'required-filter',
  unsafeValue: 'unsafe-value',
  unsafe_value: 'unsafe-value',
};

function readContextValue(reader: TokenReader): ContextPart {
  const path = readPath(reader).slice(1);
  const use = USES[path.at(-1) ?? ''];
  if (use === undefined || path.length < 2) throw reader.fault();
  reader.expect('(');
  const column = use === 'unsafe-value' ? undefined : readColumn(reader);
  reader.expect(')');
  return { kind: 'context-value', path: path.slice(0, -1), use, ...(column !== undefined && { column }) };
}

function readConvertTz(reader: TokenReader): ContextPart {
  const path = readPath(reader);
  if (path.length !== 2 || !['convertTz', 'convert_tz'].includes(path[1] ?? '')) throw reader.fault();
  reader.expect('(');
  const column = readColumn(reader);
  reader.expect(')');
  return { kind: 'convert-tz', column };
}

function readPath(reader: TokenReader): string[] {
  const path = [reader.name()];
  while (reader.accept('.')) path.push(reader.name());
  return path;
}

function readTarget(reader: TokenReader): FilterParam['target'] {
  if (!reader.acceptName('lambda')) return { kind: 'column', sql: readColumn(reader) };
  const parameters = [reader.name()];
  while (reader.accept(',')) parameters.push(reader.name());
  reader.expect(':');
  const parts = readConcatenation(reader, parameters);
  const isCommented = parts.some((part) => typeof part === 'string' && part.includes('--'));
  return { kind: 'lambda', parts: isCommented ? [...parts, '\n'] : parts };
}

/** A text in quotes, with nothing to fill in. What follows a comment at its end stands on a line of its own. */
function readColumn(reader: TokenReader): string {
  const sql = readConcatenation(reader, []).join('');
  return sql.includes('--') ? `${sql}\n` : sql;
}

/** Texts, f-strings and parameters, joined by `+`; a parameter stands as its number. */
function readConcatenation(reader: TokenReader, parameters: readonly string[]): (string | number)[] {
  const parts: (string | number)[] = [];
  const add = (part: string | number) => {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  };
  const parameter = (name: string) => {
    const index = parameters.indexOf(name);
    if (index === -1) throw reader.fault();
    return index;
  };
  do {
    const token = reader.next();
    if (token?.kind === 'string' && token.quote !== '`') add(token.text);
    else if (token?.kind === 'name') add(parameter(token.text));
    else if (token?.kind === 'f-string')
      for (const part of token.parts) add(typeof part === 'string' ? part : parameter(part.name));
    else throw reader.fault();
  } while (reader.accept('+') || reader.isAtText());
  return parts;
}
