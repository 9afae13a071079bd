import { findTemplateFaults, TEMPLATE_ATTRIBUTES, TEMPLATE_TAGS } from '@oriel/contract/html-template';
import createPurifier, { type Config } from 'dompurify';
import { sanitizerPolicy } from '../text/sanitizer-policy.ts';
import { TemplateProblem } from './template-problem.ts';

const CONFIG = {
  ALLOWED_TAGS: [...TEMPLATE_TAGS],
  ALLOWED_ATTR: [...TEMPLATE_ATTRIBUTES],
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  ALLOW_ARIA_ATTR: true,
  ALLOW_DATA_ATTR: true,
  // A report links and loads nothing; no attribute that is left has an address.
  ALLOWED_URI_REGEXP: /^$/,
  ADD_URI_SAFE_ATTR: [...TEMPLATE_ATTRIBUTES],
  SANITIZE_NAMED_PROPS: true,
  FORCE_BODY: true,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

/** What a report shows: nodes, and the sheets of its style elements. */
export interface TemplateNodes {
  nodes: DocumentFragment;
  sheets: readonly string[];
}

/** @throws {@link TemplateProblem} for a template that an older version stored, and that reaches beyond its report */
export function checkTemplate(template: string): void {
  const [fault] = findTemplateFaults(template, '');
  if (fault) throw new TemplateProblem(`The template ${fault.message}`);
}

/**
 * A report's HTML as nodes, by a list of what may be in it. Style elements become sheets and style attributes
 * properties, because the policy of the page lets neither be written.
 */
export function toTemplateNodes(html: string): TemplateNodes {
  const sheets: string[] = [];
  // A sheet is text to the grammar that has checked the template, and holds no expression.
  const markup = html.replaceAll(/<style>([^<]*)<\/style>/gi, (_element, css: string) => {
    sheets.push(css);
    return '';
  });
  // Of our own, so that nobody else's texts meet its configuration.
  const nodes = createPurifier(window).sanitize(hideStyles(markup), { ...CONFIG, ...sanitizerPolicy() });
  for (const element of nodes.querySelectorAll<HTMLElement>(`[${STYLE}]`)) {
    const css = element.getAttribute(STYLE) ?? '';
    element.removeAttribute(STYLE);
    element.style.cssText = css;
  }
  return { nodes, sheets };
}

/** A style attribute under a name that the parser does not read: the policy of the page would refuse it, and say so. */
const STYLE = 'data-template-style';
const hideStyles = (markup: string): string =>
  markup.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/(\s)style(?==)/gi, `$1${STYLE}`));
