import { html, type Html, type Part } from './html.ts';
import { methodHtml } from './operation-html.ts';
import { operationAddress, tagAddress, type ReferenceDocument, type ShownTag } from './reference-document.ts';

/** A page of the reference. */
export interface Page {
  title: string;
  /** The address of the page, as the navigation has it. */
  address: string;
  content: Part;
  /** Addresses of the files that every page loads. */
  files: { readonly style: string | undefined; readonly script: string | undefined };
}

/** The whole page: the bar with the search, the groups, and its content. */
export function pageHtml({ title, address, content, files }: Page, document: ReferenceDocument): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Oriel API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${files.style}" />
        <script src="${files.script}" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        ${barHtml(document)}
        <div class="columns">
          ${navigationHtml(address, document)}
          <main id="content" tabindex="-1">${content}</main>
        </div>
      </body>
    </html>`;
}

function barHtml({ version }: ReferenceDocument): Html {
  return html`<header class="bar">
    <a class="menu" href="#groups">Menu</a>
    <a class="brand" href="/docs/api"><b>Oriel</b> API <span class="version">${version}</span></a>
    <div class="search" role="search" hidden>
      <input
        type="search"
        id="search"
        placeholder="Search operations"
        aria-label="Search operations"
        autocomplete="off"
        spellcheck="false"
        role="combobox"
        aria-expanded="false"
        aria-controls="found"
        aria-autocomplete="list"
      />
      <kbd>/</kbd>
      <ul id="found" role="listbox" aria-label="Operations found" hidden></ul>
    </div>
    <nav class="links" aria-label="More">
      <a href="/api/v1/spec">OpenAPI</a><a href="/">Console</a>
      <button type="button" class="scheme" hidden>Theme: auto</button>
    </nav>
  </header>`;
}

function navigationHtml(address: string, { tags }: ReferenceDocument): Html {
  return html`<nav class="groups" id="groups" aria-label="Groups of operations">
    <a class="close" href="#content">Close</a>
    <ul>
      <li>${linkHtml('/docs/api', 'Overview', address)}</li>
      ${tags.map((tag) => groupHtml(tag, address))}
      <li>${linkHtml('/docs/api/schemas', 'Schemas', address)}</li>
    </ul>
  </nav>`;
}

function groupHtml(tag: ShownTag, address: string): Html {
  const isOpen = address === tagAddress(tag);
  return html`<li>
    ${linkHtml(tagAddress(tag), tag.name, address)}
    ${
      isOpen &&
      html`<ul class="operations">
        ${tag.operations.map(
          (operation) =>
            html`<li>
              <a href="${operationAddress(tag, operation)}"
                >${methodHtml(operation.method)}<span>${operation.summary}</span></a
              >
            </li>`,
        )}
      </ul>`
    }
  </li>`;
}

function linkHtml(target: string, title: string, address: string): Html {
  return html`<a href="${target}" ${target === address && html`aria-current="page"`}>${title}</a>`;
}
