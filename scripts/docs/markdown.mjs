/** Text in the type of code. */
export const code = (text) => `\`${text}\``;

/** A table; a cell may hold any inline Markdown. */
export function table(headings, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The lines of a page that are not within fenced code, with inline code taken out. */
export function proseLines(markdown) {
  let fence;
  return markdown.split('\n').filter((line) => {
    const marker = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (marker?.startsWith(fence)) fence = undefined;
      return false;
    }
    fence = marker;
    return marker === undefined;
  });
}

/** The anchors of a page's headings, as GitHub makes them: a heading that comes again gets a number. */
export function anchorsOf(markdown) {
  const seen = new Map();
  return proseLines(markdown).flatMap((line) => {
    const title = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
    if (title === undefined) return [];
    const text = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
    const anchor = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return [count === 0 ? anchor : `${anchor}-${count}`];
  });
}

/** Where the links and images of a page go, as they are written. */
export function linksOf(markdown) {
  const text = proseLines(markdown)
    .join('\n')
    .replaceAll(/`[^`\n]*`/g, '');
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const references = [...text.matchAll(/^\[[^\]]+\]:\s*<?([^\s>]+)>?/gm)];
  return [...inline, ...references].map(([, target]) => target);
}
