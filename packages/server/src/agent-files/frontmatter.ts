/** A Markdown file with fields before its text. */
interface FrontmatterFile {
  /** YAML; empty where the file has none. */
  readonly frontmatter: string;
  readonly body: string;
  /** The line at which the body begins, from 1. */
  readonly bodyLine: number;
}

/** Splits a file in what stands between two lines `---` at its beginning, and the rest. */
export function splitFrontmatter(content: string): FrontmatterFile {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end =
    lines[0]?.trim() === '---' ? lines.findIndex((line, index) => index > 0 && line.trim() === '---') : -1;
  if (end === -1) return { frontmatter: '', body: lines.join('\n'), bodyLine: 1 };
  return {
    frontmatter: lines.slice(1, end).join('\n'),
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
  };
}
