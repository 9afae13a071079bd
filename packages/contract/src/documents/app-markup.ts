// Runs in pages of apps too, and their scripts may replace methods: it uses what it has taken before them, no iterator
// and no regular expression's own methods.
const { apply } = Reflect;
const { exec } = RegExp.prototype;
const { slice } = String.prototype;

/** What a link of an app may be: what the policy of its pages covers, or what connects to nothing. */
const LINK_TYPE =
  /^(?:alternate|apple-touch-icon|author|canonical|icon|license|modulepreload|preload|shortcut|stylesheet)$/gi;
const WORD = /[^\t\n\f\r ]+/g;
const ATTRIBUTE = String.raw`[\t\n\f\r ]+[\w:-]+(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"<]*"|'[^'<]*'|[^\t\n\f\r "'=<>\u0060]+))?`;
const LINK = new RegExp(String.raw`<link(?=[\t\n\f\r />])(?:(?:${ATTRIBUTE})*[\t\n\f\r ]*/?>)?`, 'gi');
const REL = /[\t\n\f\r "']rel(?![\w:-])/gi;
const REL_VALUE =
  /[\t\n\f\r ]rel[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"&<]*)"|'([^'&<]*)'|([^\t\n\f\r "'=<>\u0060&/]+)(?=[\t\n\f\r >]))/gi;

/**
 * Whether the `rel` of a link is one that no app has, such as `preconnect` and `dns-prefetch`: browsers then connect to
 * hosts that no content security policy is asked about. An empty one is none.
 */
export function isHint(rel: string): boolean {
  let from = 0;
  for (;;) {
    const found = find(WORD, rel, from);
    if (!found) return false;
    from = WORD.lastIndex;
    if (!find(LINK_TYPE, found[0], 0)) return true;
  }
}

/**
 * Markup of an app without links that are hints: their elements get another name, `data-link`. Wherever a tag of a link
 * may begin it is looked at, in comments and scripts too, for browsers read ahead without knowing where they are; one
 * that is not written plainly, or says more than one `rel`, or one with references to letters, is none.
 */
export function withoutHints(html: string): string {
  let written = '';
  let from = 0;
  for (;;) {
    const found = find(LINK, html, from);
    if (!found) return written + textOf(html, from);
    const end = LINK.lastIndex;
    const tag = found[0];
    written += textOf(html, from, found.index) + (isPlainLink(tag) ? tag : `<data-${textOf(tag, 1)}`);
    from = end;
  }
}

function isPlainLink(tag: string): boolean {
  if (tag[tag.length - 1] !== '>') return false;
  const value = find(REL_VALUE, tag, 0);
  if (!value || find(REL_VALUE, tag, REL_VALUE.lastIndex)) return false;
  find(REL, tag, 0);
  if (find(REL, tag, REL.lastIndex)) return false;
  return !isHint(value[1] ?? value[2] ?? value[3] ?? '');
}

function find(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return apply(exec, pattern, [text]);
}

const textOf = (text: string, from: number, to = text.length): string => apply(slice, text, [from, to]);
