const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Makes a function that indents the next chunk of JSON without blanks, wherever it was cut. */
export function createIndenter(): (text: string) => string {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /** Behind a bracket that opens, which one that closes it stands beside. */
  let isFresh = false;
  const newLine = () => `\n${'  '.repeat(depth)}`;

  /** What comes before and behind a character between texts. */
  const around = (code: number): [before: string, after: string] => {
    const wasFresh = isFresh;
    isFresh = OPENING.has(code);
    if (CLOSING.has(code)) {
      depth -= 1;
      return [wasFresh ? '' : newLine(), ''];
    }
    const before = wasFresh ? newLine() : '';
    if (isFresh) depth += 1;
    if (code === QUOTE) isInText = true;
    return [before, code === COMMA ? newLine() : code === COLON ? ' ' : ''];
  };
  const stepInText = (code: number) => {
    if (isEscaped) isEscaped = false;
    else if (code === BACKSLASH) isEscaped = true;
    else if (code === QUOTE) isInText = false;
  };

  return (text) => {
    let indented = '';
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (isInText) {
        stepInText(code);
        continue;
      }
      const [before, after] = around(code);
      if (before === '' && after === '') continue;
      indented += text.slice(start, index) + before + text[index] + after;
      start = index + 1;
    }
    return indented + text.slice(start);
  };
}
