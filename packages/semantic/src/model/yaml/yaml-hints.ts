const QUOTES = 'Put the value into quotes: "{CUBE}.amount".';
const COLUMN = 'The keys of one object begin in the same column, those below a key further right.';

/** What most likely has to be done about a fault of YAML, by the code that the library gives it. */
const HINTS: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'A star stands in quotes: "*".',
  BAD_INDENT: COLUMN,
  BAD_SCALAR_START: QUOTES,
  BLOCK_AS_IMPLICIT_KEY: `${COLUMN} A value that has a colon stands in quotes.`,
  BLOCK_IN_FLOW: COLUMN,
  IMPOSSIBLE: COLUMN,
  MULTIPLE_DOCS: 'Make a file of each.',
  MISSING_CHAR: `${COLUMN} What opens a quote or a bracket is closed, and a key is followed by a colon and a blank.`,
  MULTILINE_IMPLICIT_KEY: 'A key is followed by a colon and a blank, as in sql_table: orders.',
  TAB_AS_INDENT: 'Indent by blanks.',
  UNEXPECTED_TOKEN: QUOTES,
};

/** What to write instead, where the parser's complaint has a usual cause. */
export function yamlHint(code: string): string | undefined {
  return HINTS[code];
}
