import { exampleOf, namedSchemas } from '@oriel/contract';
import { createBrandTranslation } from '../http/answers/brand-translation.ts';
import { codeBlock, jsonHtml } from './code-html.ts';
import { html, prose, type Part } from './html.ts';
import { operationHtml } from './operation-html.ts';
import { overviewHtml } from './overview-html.ts';
import { pageHtml, type Page } from './page-html.ts';
import { operationAddress, tagAddress, type ReferenceDocument, type ShownTag } from './reference-document.ts';
import { schemaHtml } from './schema-html.ts';
import { schemaAddress } from './type-html.ts';

/**
 * The pages of the reference by their paths below `/docs/api/`: the overview, the groups, the schemas, and each schema.
 */
export function pageNames({ tags, schemas }: ReferenceDocument): string[] {
  return [
    '',
    ...tags.map(({ slug }) => slug),
    'schemas',
    ...Object.keys(schemas).map((name) => `schemas/${name}`),
  ];
}

/** Writes one of the pages that {@link pageNames} names. */
export function writePage(path: string, document: ReferenceDocument, files: Page['files']): string {
  return pageHtml({ ...pageAt(path, document), files }, document).text;
}

function pageAt(path: string, document: ReferenceDocument): Omit<Page, 'files'> {
  const tag = document.tags.find(({ slug }) => slug === path);
  if (tag) return { title: tag.name, address: tagAddress(tag), content: tagHtml(tag, document) };
  const [folder, name] = path.split('/');
  if (folder === '') return { title: 'Overview', address: '/docs/api', content: overviewHtml(document) };
  if (name === undefined)
    return { title: 'Schemas', address: '/docs/api/schemas', content: schemasHtml(document) };
  return { title: name, address: '/docs/api/schemas', content: schemaPageHtml(name, document) };
}

function tagHtml(tag: ShownTag, document: ReferenceDocument): Part {
  return html`<h1>${tag.name}</h1>
    ${tag.operations.map((operation) => operationHtml(operation, document))} ${neighboursHtml(tag, document)}`;
}

function neighboursHtml(tag: ShownTag, { tags }: ReferenceDocument): Part {
  const index = tags.indexOf(tag);
  const [previous, next] = [tags[index - 1], tags[index + 1]];
  return html`<nav class="neighbours" aria-label="Neighbouring groups">
    ${previous && html`<a href="${tagAddress(previous)}" rel="prev">← ${previous.name}</a>`}
    ${next && html`<a href="${tagAddress(next)}" rel="next">${next.name} →</a>`}
  </nav>`;
}

function schemasHtml({ schemas }: ReferenceDocument): Part {
  return html`<h1>Schemas</h1>
    <p class="lead">The bodies and answers of the operations, and what they consist of.</p>
    <ul class="index schemas">
      ${Object.entries(schemas).map(
        ([name, { description = '' }]) =>
          html`<li>
            <a href="${schemaAddress(name)}"><code>${name}</code><span>${prose(description)}</span></a>
          </li>`,
      )}
    </ul>`;
}

function schemaPageHtml(name: string, document: ReferenceDocument): Part {
  const schema = document.schemas[name] ?? {};
  return html`<h1><code>${name}</code></h1>
    <section class="operation">
      <div class="explanation">
        <p class="lead">${prose(schema.description ?? '')}</p>
        ${schemaHtml(schema, document.schemas)} ${usesHtml(name, document)}
      </div>
      <div class="examples">${exampleHtml(name, document)}</div>
    </section>`;
}

function exampleHtml(name: string, { brand }: ReferenceDocument): Part {
  const schema = namedSchemas.get(name);
  if (!schema) return undefined;
  const translate = createBrandTranslation(schema, brand, 'toBrand') ?? ((example: unknown) => example);
  return codeBlock('Example', jsonHtml(translate(exampleOf(schema))));
}

/** The operations and schemas that name a schema themselves. */
function usesHtml(name: string, { tags, schemas }: ReferenceDocument): Part {
  const reference = `"#/components/schemas/${name}"`;
  const names = (part: unknown) => JSON.stringify(part).includes(reference);
  const operations = tags.flatMap((tag) =>
    tag.operations
      .filter(names)
      .map(
        (operation) => html`<li><a href="${operationAddress(tag, operation)}">${operation.summary}</a></li>`,
      ),
  );
  const others = Object.entries(schemas)
    .filter(([other, schema]) => other !== name && names(schema))
    .map(
      ([other]) =>
        html`<li>
          <a href="${schemaAddress(other)}"><code>${other}</code></a>
        </li>`,
    );
  const uses = [...operations, ...others];
  return (
    uses.length > 0 &&
    html`<h2>Used by</h2>
      <ul class="uses">
        ${uses}
      </ul>`
  );
}
