/** The tokens of an expression in the braces of an SQL template. */
export type Token =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'symbol'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string; readonly quote: string }
  /** Texts, and the names that stand in braces between them. */
  | { readonly kind: 'f-string'; readonly parts: readonly (string | { readonly name: string })[] };

const TOKEN =
  /\s*(?:([fF])?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|([A-Za-z_]\w*)|([.(),:+]))/sy;

/** The tokens of an expression; undefined where some character belongs to none. */
export function tokenizeExpression(source: string): Token[] | undefined {
  const text = source.trimEnd();
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    TOKEN.lastIndex = position;
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    const [, prefix, quoted, name, symbol] = match;
    const token = toToken(prefix, quoted, name, symbol);
    if (!token) return undefined;
    tokens.push(token);
    position = TOKEN.lastIndex;
  }
  return tokens;
}

function toToken(
  prefix: string | undefined,
  quoted: string | undefined,
  name: string | undefined,
  symbol = '',
): Token | undefined {
  if (name !== undefined) return { kind: 'name', text: name };
  if (quoted === undefined) return { kind: 'symbol', text: symbol };
  const inner = unescape(quoted.slice(1, -1));
  if (prefix === undefined) return { kind: 'string', text: inner, quote: quoted.charAt(0) };
  const parts = readFString(inner);
  return parts && { kind: 'f-string', parts };
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t' };

function unescape(text: string): string {
  return text.replaceAll(/\\([nt'"`\\])/g, (_match, letter: string) => ESCAPES[letter] ?? letter);
}

/** `{name}` is a name, `{{` a brace; any other expression is none that is known here. */
function readFString(text: string): (string | { name: string })[] | undefined {
  const parts: (string | { name: string })[] = [];
  const pieces = text.split(/(\{\{|\}\}|\{\s*[A-Za-z_]\w*\s*\})/);
  for (const piece of pieces) {
    if (piece === '') continue;
    if (piece === '{{' || piece === '}}') parts.push(piece.charAt(0));
    else if (/^\{.*\}$/s.test(piece)) parts.push({ name: piece.slice(1, -1).trim() });
    else if (/[{}]/.test(piece)) return undefined;
    else parts.push(piece);
  }
  return parts;
}
