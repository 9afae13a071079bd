import { codeBlock, jsonHtml, shellHtml } from './code-html.ts';
import { html, prose, type Html } from './html.ts';
import { credentialNames, methodHtml, pathHtml } from './operation-html.ts';
import { operationAddress, tagAddress, type ReferenceDocument, type ShownTag } from './reference-document.ts';

const BEGIN = `export ORIEL_URL=http://localhost:4000
export ORIEL_API_KEY=paste-a-key-here
export DEPLOYMENT_ID=1`;

const FIRST = `curl "$ORIEL_URL/api/v1/users/me" \\
  -H "Authorization: Bearer $ORIEL_API_KEY"`;

const PROBLEM = {
  status: 400,
  code: 'validation_failed',
  message: 'The request has a field that cannot be accepted; see issues',
  requestId: '6f1e0c1e-3c7a-4b43-9d1e-2b8f6a1c7d10',
  issues: [{ path: 'name', message: 'must be a string' }],
};

/** The first page: how to begin, what holds everywhere, and every operation by its group. */
export function overviewHtml(document: ReferenceDocument): Html {
  const count = document.tags.reduce((sum, { operations }) => sum + operations.length, 0);
  return html`<div class="overview">
    <h1>Oriel API</h1>
    <p class="lead">
      ${count} operations, one for everything that the console does. JSON over HTTPS, described by
      <a href="/api/v1/spec">OpenAPI 3.1</a>.
    </p>
    <p class="note">${prose(document.description)}</p>
    <section class="operation" aria-labelledby="begin">
      <div class="explanation">
        <h2 id="begin">Begin</h2>
        <p>
          Make an API key in the console, under API keys; the first start of a server prints one. The examples
          of these pages read the address, the key and ids from variables of the shell: set them once, then
          paste any example.
        </p>
        ${credentialsHtml(document)}
      </div>
      <div class="examples">
        ${codeBlock('Once', html`<span id="begin-code">${shellHtml(BEGIN)}</span>`)}
        ${codeBlock('Request', shellHtml(FIRST))}
      </div>
    </section>
    <section class="operation" aria-labelledby="refusals">
      <div class="explanation">
        <h2 id="refusals">Refusals</h2>
        <p>
          A refused request changes nothing and answers with a <code>code</code>, which never changes its
          meaning, a message for people, and an issue for each field at fault. 429 and 503 carry
          <code>Retry-After</code>.
        </p>
      </div>
      <div class="examples">${codeBlock('Answer 400', jsonHtml(PROBLEM))}</div>
    </section>
    <section aria-labelledby="lists">
      <h2 id="lists">Lists</h2>
      <p>
        A list answers <code>items</code> and <code>pageInfo</code>. <code>first</code> is the size of a page;
        for the next one, send <code>pageInfo.endCursor</code> as <code>after</code>, with the same filters
        and order.
      </p>
    </section>
    <section aria-labelledby="operations">
      <h2 id="operations">Operations</h2>
      ${document.tags.map(groupHtml)}
    </section>
  </div>`;
}

function credentialsHtml({ securitySchemes }: ReferenceDocument): Html {
  return html`<dl class="schemes">
    ${Object.entries(securitySchemes).map(
      ([name, { description }]) =>
        html`<dt>${credentialNames[name] ?? name}</dt>
          <dd>${prose(description)}</dd>`,
    )}
  </dl>`;
}

function groupHtml(tag: ShownTag): Html {
  return html`<h3><a href="${tagAddress(tag)}">${tag.name}</a></h3>
    <ul class="index">
      ${tag.operations.map(
        (operation) =>
          html`<li>
            <a href="${operationAddress(tag, operation)}"
              >${methodHtml(operation.method)}<code>${pathHtml(operation.path)}</code
              ><span>${operation.summary}</span></a
            >
          </li>`,
      )}
    </ul>`;
}
