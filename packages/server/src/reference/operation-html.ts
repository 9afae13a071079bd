import { codeBlock, jsonHtml, shellHtml } from './code-html.ts';
import { html, prose, type Html, type Part } from './html.ts';
import type {
  ReferenceDocument,
  ShownOperation,
  ShownParameter,
  ShownResponse,
} from './reference-document.ts';
import { refusalMessage } from './refusal-message.ts';
import { fieldsHtml, schemaHtml } from './schema-html.ts';
import { variablesHtml } from './variables-html.ts';

/** One operation: what it does and takes on one side, how it is called on the other. */
export function operationHtml(operation: ShownOperation, document: ReferenceDocument): Html {
  const { operationId, method, path, summary, description } = operation;
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
    <div class="explanation">
      <h2 id="${operationId}-title">
        ${summary}<a class="anchor" href="#${operationId}" aria-label="Link to ${summary}">#</a>
      </h2>
      <p class="address">${methodHtml(method)} <code>${pathHtml(path)}</code></p>
      <p>${prose(description)}</p>
      ${credentialsHtml(operation)}
      ${(['path', 'query', 'header'] as const).map((place) => parametersHtml(operation, place, document))}
      ${bodyHtml(operation, document)} ${answersHtml(operation, document)} ${refusalsHtml(operation)}
    </div>
    <div class="examples">${examplesHtml(operation, document)}</div>
  </section>`;
}

/** The method of an operation in its colour. */
export function methodHtml(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** A path, with its parameters marked; it may break after each of its parts. */
export function pathHtml(path: string): Html {
  const parts = path.split(/(?<=\/)|(?=\/)/);
  return html`${parts.map((part) =>
    part === '/' ? html`/<wbr />` : part.startsWith('{') ? html`<var>${part}</var>` : part,
  )}`;
}

/** What a reader calls each security scheme of the document. */
export const credentialNames: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  consoleSession: 'console session',
  embedToken: 'embed token',
  dataToken: 'data token',
};

function credentialsHtml({ security }: ShownOperation): Html {
  const names = security.map((scheme) => {
    const [name] = Object.keys(scheme);
    return name === undefined ? 'no credential' : (credentialNames[name] ?? name);
  });
  return html`<p class="credentials">
    <span>Called with</span> ${names.map((name) => html`<span class="chip">${name}</span> `)}
  </p>`;
}

const placeTitles = { path: 'Path', query: 'Query', header: 'Headers' } as const;

function parametersHtml(
  { parameters }: ShownOperation,
  place: ShownParameter['in'],
  { schemas }: ReferenceDocument,
): Part {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ required, deprecated, ...field }) => ({
      ...field,
      isRequired: required,
      isDeprecated: deprecated,
    }));
  return (
    fields.length > 0 &&
    html`<h3>${placeTitles[place]}</h3>
      ${fieldsHtml(fields, schemas)}`
  );
}

function bodyHtml({ requestBody }: ShownOperation, { schemas }: ReferenceDocument): Part {
  return Object.entries(requestBody?.content ?? {}).map(
    ([mediaType, { schema }]) =>
      html`<h3>Body</h3>
        <p class="note">
          <code>${mediaType}</code>, ${requestBody?.required ? 'required' : 'optional'}.
          ${requestBody?.description}
        </p>
        ${schemaHtml(schema, schemas)}`,
  );
}

const isAnswer = ([status]: readonly [string, unknown]) => Number(status) < 400;

function answersHtml({ responses }: ShownOperation, document: ReferenceDocument): Part {
  const answers = Object.entries(responses).filter(isAnswer);
  return html`<h3>Answer</h3>
    ${answers.map(([status, answer]) => answerHtml(status, answer, document))}`;
}

function answerHtml(status: string, answer: ShownResponse, { schemas }: ReferenceDocument): Html {
  const { description, headers = {}, content = {} } = answer;
  const [[mediaType, shown] = []] = [Object.entries(content)[0]];
  const schema = shown?.schema;
  const fields = Object.entries(headers).map(([name, header]) => ({ name, ...header }));
  return html`<p class="answer">
      <span class="status">${status}</span> ${prose(description)}
      ${mediaType !== undefined && html`<code>${mediaType}</code>`}
    </p>
    ${fieldsHtml(fields, schemas)}
    ${
      schema &&
      html`<details class="nested">
        <summary>Fields of the answer</summary>
        ${schemaHtml(schema, schemas)}
      </details>`
    }`;
}

/** The codes that an operation may be refused with, folded: most of them are the same everywhere. */
function refusalsHtml({ responses }: ShownOperation): Html {
  const refusals = Object.entries(responses)
    .filter((entry) => !isAnswer(entry))
    .flatMap(([status, { description }]) =>
      [...description.matchAll(/`([\w.]+)`/g)].map(([, code = '']) => ({ status, code })),
    );
  return html`<details class="nested refusals">
    <summary>Refusals <span class="count">${refusals.length}</span></summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
        ${refusals.map(
          ({ status, code }) =>
            html`<tr>
              <td><span class="status refused">${status}</span></td>
              <td><code>${code}</code></td>
              <td>${refusalMessage(code)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

function examplesHtml(operation: ShownOperation, document: ReferenceDocument): Html {
  const [sample] = operation['x-codeSamples'];
  const answers = Object.entries(operation.responses).filter(isAnswer);
  return html`${sample && codeBlock('Request', shellHtml(sample.source))}
  ${sample && variablesHtml(sample.source, document)}
  ${answers.map(([status, { content = {} }]) =>
    Object.values(content).map(
      ({ example }) => example !== undefined && codeBlock(`Answer ${status}`, jsonHtml(example)),
    ),
  )}`;
}
