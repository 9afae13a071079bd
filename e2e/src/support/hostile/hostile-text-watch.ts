import type { Frame, Page } from 'playwright-core';

/** Watches a page for scripts that run in it, and for what leaves it. */
export async function watchScripts(page: Page): Promise<{ opened: string[] }> {
  const opened: string[] = [];
  page.context().on('page', (other) => opened.push(other.url()));
  page.on('framenavigated', (frame) => opened.push(frame.url()));
  await page.addInitScript(() => {
    const record = window as unknown as { runs: number; ran(): void };
    record.runs = 0;
    record.ran = () => void (record.runs += 1);
  });
  return { opened };
}

/** The host page, the frame before its address, the embed itself. */
export const OWN_PAGES = /^about:blank$|\/\?embed=|\/embed\/dashboard\//;

/** What the policy of the page says of the document, of no window, in which the sanitizer reads a text. */
export const PARSED =
  /inline (event handler|style)|inline style|base URI|script-src-attr|style-src-(attr|elem) inline|base-uri/i;

const PLAIN_TAGS =
  'A B BLOCKQUOTE BR CAPTION CODE DD DEL DETAILS DIV DL DT EM H1 H2 H3 H4 H5 H6 HR I IMG INS KBD LI MARK OL P PRE Q S SAMP ' +
  'SMALL SPAN STRONG SUB SUMMARY SUP TABLE TBODY TD TFOOT TH THEAD TR U UL VAR';
const PLAIN_ATTRIBUTES =
  'align alt colspan decoding height href lang loading referrerpolicy rel rowspan scope src start target title width';

/** What of the texts of a page is more than a text, and whether a script ran. */
export function strangeParts(frame: Frame | Page): Promise<string[]> {
  return frame.evaluate(
    ([tags, attributes]) => {
      const found: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>('[data-part=text] *')) {
        if (!tags.includes(element.nodeName)) found.push(element.outerHTML.slice(0, 200));
        for (const { name, value } of element.attributes)
          if (!attributes.includes(name)) found.push(`${name}=${value}`);
        const { position, zIndex, backgroundImage } = getComputedStyle(element);
        if (`${position} ${zIndex} ${backgroundImage}` !== 'static auto none')
          found.push(`style of ${element.outerHTML}`);
        if (element instanceof HTMLAnchorElement && element.hasAttribute('href')) {
          const isPlain = /^(https?|mailto):$/.test(element.protocol) && element.username === '';
          if (!isPlain || element.target !== '_blank' || !/noopener noreferrer/.test(element.rel))
            found.push(element.outerHTML);
        }
      }
      if ((window as unknown as { runs: number }).runs > 0) found.push('a script ran');
      if (document.querySelectorAll('#root').length !== 1) found.push('the root is not the root');
      return found;
    },
    [PLAIN_TAGS.split(' '), PLAIN_ATTRIBUTES.split(' ')] as const,
  );
}
