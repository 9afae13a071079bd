import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../setup.mjs';

/** A marker on a line of its own, and the fenced code behind it. */
const SNIPPET = /(^<!-- snippet: ([^\s#]+)#([\w-]+) -->\n+(`{3,})\w*\n)[\s\S]*?(\n\4)$/gm;
const MARKER = /^<!-- snippet:/gm;

/**
 * Puts the present text of each snippet into a page. A snippet is a region of a file that is tested:
 * `<!-- snippet: PATH#NAME -->` above fenced code takes what stands between `#region NAME` and `#endregion` there.
 *
 * @throws an error for a marker without fenced code behind it, or a region that there is not
 */
export async function fillSnippets(path, markdown) {
  const found = [...markdown.matchAll(SNIPPET)];
  if (found.length !== (markdown.match(MARKER) ?? []).length)
    throw new Error(`${path}: a snippet's marker has no fenced code behind it, or does not name PATH#NAME`);
  const texts = await Promise.all(found.map(([, , file, name]) => readRegion(file, name)));
  let index = 0;
  return markdown.replaceAll(
    SNIPPET,
    (_all, head, _file, _name, _fence, tail) => `${head}${texts[index++]}${tail}`,
  );
}

/** What stands between `#region NAME` and `#endregion` in a file, without its indent. */
export async function readRegion(file, name) {
  const text = await readFile(join(root, file), 'utf8');
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => new RegExp(`#region ${name}\\s*(\\*/|-->)?$`).test(line));
  const length = lines.slice(begin + 1).findIndex((line) => line.includes('#endregion'));
  if (begin === -1 || length === -1) throw new Error(`${file} has no region ${name}`);
  return withoutIndent(lines.slice(begin + 1, begin + 1 + length))
    .join('\n')
    .trim();
}

function withoutIndent(lines) {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent));
}
