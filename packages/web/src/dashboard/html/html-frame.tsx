import { useLayoutEffect, useRef } from 'react';
import type { TemplateNodes } from './template-nodes.ts';
import styles from './html-frame.module.css';

interface HtmlFrameProps {
  title: string;
  content: TemplateNodes;
}

/**
 * Nodes in a document of their own: their styles stay there, and no script runs in it. The page may reach into it,
 * which is how the frame is as high as its content; nothing in it can reach out.
 */
export function HtmlFrame({ title, content }: HtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => {
    const { current } = frame;
    const inner = current?.contentDocument;
    if (!current || !inner) return undefined;
    dress(inner, current);
    addSheets(inner, content.sheets);
    inner.body.replaceChildren(inner.importNode(content.nodes, true));
    const follow = () => {
      current.style.height = `${Math.ceil(inner.documentElement.getBoundingClientRect().height)}px`;
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(inner.documentElement);
    return () => observer.disconnect();
  }, [content]);
  return (
    // A scrolling region has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={title}>
      <iframe
        className={styles.frame}
        data-part="html"
        ref={frame}
        title={title}
        sandbox="allow-same-origin"
      />
    </div>
  );
}

/** The colours, the font and the language of the page around it. */
function dress(inner: Document, frame: HTMLIFrameElement): void {
  const { color, fontFamily, fontSize, lineHeight, colorScheme } = getComputedStyle(frame);
  inner.documentElement.lang = document.documentElement.lang;
  // A document without a doctype fills its window otherwise, and the frame would never be lower than it was.
  const height = 'max-content';
  Object.assign(inner.documentElement.style, { colorScheme, background: 'transparent', height });
  Object.assign(inner.body.style, {
    color,
    fontFamily,
    fontSize,
    lineHeight,
    margin: '0',
    height,
    overflow: 'hidden',
  });
}

/**
 * Each paragraph, heading and cell has the direction of its own text, like those of a table report. Any rule of a
 * template goes first.
 */
const DIRECTIONS = `:where(p, div, li, dt, dd, td, th, caption, figcaption, blockquote, h1, h2, h3, h4, h5, h6) { unicode-bidi: plaintext }`;

/** Sheets of the frame's own making, since one belongs to the document that made it. */
function addSheets(inner: Document, sheets: readonly string[]): void {
  const { defaultView } = inner as Document & { defaultView: typeof window | null };
  if (!defaultView) return;
  inner.adoptedStyleSheets = [DIRECTIONS, ...sheets].map((css) => {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}
