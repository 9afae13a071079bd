import type { FieldIssue } from '../errors.ts';

/*
 * An HTML report is drawn from the rows of its report and nothing else. Its template is an author's: here is the part of HTML that
 * it may be written in. It is read by a grammar that is stricter than a browser's, so that both see the same elements: what the
 * grammar does not know is refused, and nothing has to be recognised as harmful.
 */

/** Faults that are told of one template; an author mends these first. */
const MAX_FAULTS = 20;

/** The elements that a template may have, in lower case. */
export const TEMPLATE_TAGS: ReadonlySet<string> = new Set(
  (
    'a abbr article aside b blockquote br caption code col colgroup dd del details div dl dt em figcaption figure footer h1 h2 h3 ' +
    'h4 h5 h6 header hr i ins kbd li main mark meter ol p pre progress q s samp section small span strong sub summary sup ' +
    'table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);

/**
 * Its attributes: none of them holds an address or a script. Names that begin with `aria-` and `data-` are beside them.
 */
export const TEMPLATE_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'align class colspan datetime dir headers height high id lang low max min open optimum reversed role rowspan scope span start ' +
    'style title value width'
  ).split(' '),
);

/** An element with attributes that are quoted, or have no value. */
const TAG = /<\/?([a-z][a-z\d]*)((?:\s+[a-z][a-z\d-]*(?:="[^"<>]*"|='[^'<>]*')?)*)\s*\/?>/gi;
const ATTRIBUTE = /\s+([a-z][a-z\d-]*)(?:=("[^"]*"|'[^']*'))?/gi;

/** What makes CSS load something, and what would hide that. */
const LOADING_CSS = /url|image|src|@|expression|binding|behavior|element|\\|\/\*/i;
/** Row values become a part of a style here, and of a text everywhere else. */
const EXPRESSION = /\{\{/;
/** An expression that is written as it is, so that a row could hold HTML. */
const UNESCAPED = /\{\{\s*(?:\{|&|~\s*[{&])/;
/** Its content is no markup to a browser, so none may look like some. */
const STYLE_ELEMENT = /<style>([^<]*)<\/style>/gi;

const MESSAGES = {
  text: 'has a "<" that begins no element as a template may hold it: quote attributes, and write &lt; for the sign',
  tag: (name: string) => `must not have the element ${name}: a report loads, links and runs nothing`,
  attribute: (name: string) => `must not have the attribute ${name}: a report loads, links and runs nothing`,
  style: 'has a style with something that may load, an @-rule, a backslash, a comment or an expression',
  unescaped: 'has an expression that is written without being escaped; use {{…}}',
};

/**
 * Finds what reaches beyond a report in its template: elements and attributes that load, link, send or run something,
 * styles that load or are made of rows, rows that would be read as HTML.
 *
 * @param template HTML with Handlebars expressions
 * @param path of the template within its request
 * @returns at most 20 faults; none for a template that may be drawn
 */
export function findTemplateFaults(template: string, path: string): FieldIssue[] {
  const messages = new Set<string>();
  if (UNESCAPED.test(template)) messages.add(MESSAGES.unescaped);
  const markup = template.replaceAll(STYLE_ELEMENT, (_element, css: string) => {
    if (isStyleUnsafe(css)) messages.add(MESSAGES.style);
    return '';
  });
  const text = markup.replaceAll(TAG, (_tag, name: string, attributes: string) => {
    if (!TEMPLATE_TAGS.has(name.toLowerCase())) messages.add(MESSAGES.tag(name));
    for (const message of attributeFaults(attributes)) messages.add(message);
    return '';
  });
  if (text.includes('<')) messages.add(MESSAGES.text);
  return [...messages].slice(0, MAX_FAULTS).map((message) => ({ path, message }));
}

function attributeFaults(text: string): string[] {
  return [...text.matchAll(ATTRIBUTE)].flatMap(([, name = '', value = '']) => {
    const lower = name.toLowerCase();
    if (!TEMPLATE_ATTRIBUTES.has(lower) && !/^(?:aria|data)-/.test(lower)) return [MESSAGES.attribute(name)];
    // Entities are decoded before the style is read.
    return lower === 'style' && (isStyleUnsafe(value) || value.includes('&')) ? [MESSAGES.style] : [];
  });
}

function isStyleUnsafe(css: string): boolean {
  return LOADING_CSS.test(css) || EXPRESSION.test(css);
}
