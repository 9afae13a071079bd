import { isImageAllowed } from '@oriel/contract/image-hosts';
import { MAX_MARKDOWN_LENGTH } from '@oriel/contract/limits';
import createPurifier, { type Config, type DOMPurify } from 'dompurify';
import { parse } from 'marked';
import { outsideLink, safeAddress } from './safe-address.ts';
import { sanitizerPolicy } from './sanitizer-policy.ts';

/*
 * The one place where an author's text becomes HTML, of Markdown as of HTML. What may be in it is a list: words, lists, tables,
 * links and pictures. Nothing of it has a style, a class, an id or a name, so that it looks like a text, stays where it stands
 * and is nobody's field.
 */

const TAGS =
  'a b blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp ' +
  'small span strong sub summary sup table tbody td tfoot th thead tr u ul var';

/** Attributes that hold no address, and those that do. */
const ATTRIBUTES = 'align alt colspan height lang rowspan scope start title width'.split(' ');
const ADDRESSES = ['href', 'src'];

const CONFIG = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: [...ATTRIBUTES, ...ADDRESSES],
  ADD_URI_SAFE_ATTR: ATTRIBUTES,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // Addresses are looked at below; this leaves the least that they may begin with.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/|\/|#)/i,
  // Nodes, because a text would be parsed a second time, and could be something else then.
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

/** Pictures that are in a text itself. SVG is none: it is a document. */
const DATA_PICTURE = /^data:image\/(?:png|gif|jpeg|webp|avif);base64,[A-Za-z0-9+/=\s]*$/;

/** What is shown of a text's pictures and links. */
export interface SafeHtmlOptions {
  /** The hosts of the account's pictures; others are not shown. */
  imageHosts: readonly string[];
}

/**
 * The nodes of a Markdown text, which may hold HTML. A picture from a host that is not listed is its alternative text;
 * a link opens a page of its own, which learns nothing of this one.
 *
 * @throws an error for a text that is longer than {@link MAX_MARKDOWN_LENGTH} or nested too deep: it can be shown as it
 * is
 */
export function toSafeNodes(markdown: string, options: SafeHtmlOptions): DocumentFragment {
  if (markdown.length > MAX_MARKDOWN_LENGTH)
    throw new RangeError('The text is too long to be read as Markdown');
  const purifier = purifierFor(options);
  return purifier.sanitize(parse(markdown, { async: false }), { ...CONFIG, ...sanitizerPolicy() });
}

let known: { purifier: DOMPurify; imageHosts: readonly string[] } | undefined;

/** An instance of our own: the rules are hooks of it, and nobody else's texts should meet them. */
function purifierFor({ imageHosts }: SafeHtmlOptions): DOMPurify {
  if (known?.imageHosts === imageHosts) return known.purifier;
  const purifier = createPurifier(window);
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName === 'A') openElsewhere(node);
    if (node.nodeName === 'IMG') showListed(node, imageHosts);
  });
  known = { purifier, imageHosts };
  return purifier;
}

function openElsewhere(link: Element): void {
  if (safeAddress(link.getAttribute('href') ?? '') === undefined) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('target', outsideLink.target);
  link.setAttribute('rel', outsideLink.rel);
}

function showListed(picture: Element, imageHosts: readonly string[]): void {
  const address = picture.getAttribute('src') ?? '';
  if (!isImageAllowed(address, imageHosts) && !DATA_PICTURE.test(address)) {
    picture.replaceWith(picture.getAttribute('alt') ?? '');
    return;
  }
  picture.setAttribute('loading', 'lazy');
  picture.setAttribute('decoding', 'async');
  picture.setAttribute('referrerpolicy', 'no-referrer');
}
