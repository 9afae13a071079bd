/** Lines of JSON out of the bytes of an answer, and the exception that may follow them. */
interface LineReader {
  /** The whole lines that there are with these bytes, each one value of JSON. */
  add(bytes: Buffer): unknown[];
  /** What stands behind the last whole line: the text of an exception, or the start of a line that is cut off. */
  rest(): string;
}

const LINE_END = 0x0a;
/** Rows have none, for JSON escapes it: it begins the frame of an exception, since ClickHouse 25.11. */
const CARRIAGE_RETURN = 0x0d;
const ROW_START = 0x5b;

/** Reads rows that are arrays of JSON, one a line. What begins otherwise is no row, and nothing behind it is. */
export function createLineReader(): LineReader {
  let rest: Buffer[] = [];
  let isOver = false;
  return {
    add(bytes) {
      if (isOver) {
        rest.push(bytes);
        return [];
      }
      const oddAt = bytes.indexOf(CARRIAGE_RETURN);
      const end = bytes.lastIndexOf(LINE_END, oddAt === -1 ? bytes.length : oddAt);
      if (end === -1) {
        rest.push(bytes);
        isOver = oddAt !== -1;
        return [];
      }
      const whole = Buffer.concat([...rest, bytes.subarray(0, end)]);
      const lines = endOfRows(whole);
      isOver = oddAt !== -1 || lines < whole.length;
      rest = [whole.subarray(lines), bytes.subarray(end + 1)];
      // A raw line break is none of a text, which would have it escaped.
      return JSON.parse(`[${whole.toString('utf8', 0, lines).trimEnd().replaceAll('\n', ',')}]`);
    },
    rest: () => Buffer.concat(rest).toString(),
  };
}

/** Where the first line begins that is no row; an exception without a frame, as of servers before 25.11. */
function endOfRows(lines: Buffer): number {
  if (lines[0] !== ROW_START) return 0;
  for (let at = lines.indexOf(LINE_END); at !== -1; at = lines.indexOf(LINE_END, at + 1))
    if (lines[at + 1] !== ROW_START) return at + 1;
  return lines.length;
}
