import type { SqlTemplatePart, SqlTemplateReference } from './sql-template.ts';

/** A token of an author's SQL; `quoted` are names in quotes, `other` is all that needs no telling apart. */
export type SqlToken =
  | { readonly kind: 'word' | 'quoted' | 'symbol' | 'other'; readonly text: string }
  | { readonly kind: 'reference'; readonly reference: SqlTemplateReference }
  | { readonly kind: 'part' };

/** White space and comments to the end of a line mean nothing. */
const TOKEN =
  /(?<blank>\s+|--[^\n]*(?:\n|$))|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<quoted>"(?:[^"]|"")+"|`[^`]+`)|(?<symbol>::|[=.])|(?<other>[^])/suy;

/**
 * The tokens of an author's SQL. What is neither a name nor one of the symbols that are looked for is `other`,
 * character by character, so that nothing is taken for what it is not.
 */
export function tokensOf(parts: readonly SqlTemplatePart[]): SqlToken[] {
  return parts.flatMap((part): SqlToken[] => {
    if (part.kind === 'text') return tokensOfText(part.text);
    return [part.kind === 'reference' ? { kind: 'reference', reference: part } : { kind: 'part' }];
  });
}

function tokensOfText(text: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const { groups = {} } of text.matchAll(new RegExp(TOKEN.source, 'gsu'))) {
    const { word, quoted, symbol, other } = groups;
    if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted });
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
    else if (other !== undefined) tokens.push({ kind: 'other', text: other });
  }
  return tokens;
}

/** Whether SQL is one name, its parts joined by dots, and nothing else. No operator is written so. */
export function isNamePath(sql: string): boolean {
  return areNamePath(tokensOfText(sql));
}

/** Names joined by dots. */
export function areNamePath(tokens: readonly SqlToken[]): boolean {
  return (
    tokens.length % 2 === 1 &&
    tokens.every((token, index) =>
      index % 2 === 0
        ? token.kind === 'word' || token.kind === 'quoted'
        : token.kind === 'symbol' && token.text === '.',
    )
  );
}
