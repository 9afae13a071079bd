import { html, type Part } from './html.ts';
import { variableOf } from '../http/openapi/curl-example.ts';
import { operationAddress, type ReferenceDocument, type ShownOperation } from './reference-document.ts';

/** The variables of the start page, which are set once. */
const COMMON = ['ORIEL_URL', 'ORIEL_API_KEY'];

/** Which variables a command reads besides, each with the operation that lists what it may be. */
export function variablesHtml(command: string, document: ReferenceDocument): Part {
  const names = [...new Set([...command.matchAll(/(?<!\\)\$([A-Z_]+)/g)].map(([, name = '']) => name))];
  const own = names.filter((name) => !COMMON.includes(name));
  if (own.length === 0) return undefined;
  return html`<p class="variables">
    Set
    ${own.map((name, index) => [index > 0 && ', ', html`<code>${name}</code>`, sourceHtml(name, document)])}.
  </p>`;
}

/** The operations that give what no list does. */
const givers: Readonly<Record<string, string>> = {
  DATA_TOKEN: 'deploymentToken',
  EMBED_TOKEN: 'postTokenBySessionId',
  PUBLIC_ID: 'publishDashboard',
};

function sourceHtml(variable: string, { tags }: ReferenceDocument): Part {
  const paths = tags.flatMap(({ operations }) => operations.map(({ path }) => path));
  for (const tag of tags) {
    const found = tag.operations.find((each) =>
      variable in givers ? each.operationId === givers[variable] : lists(each, variable, paths),
    );
    if (found) return html` (<a href="${operationAddress(tag, found)}">${found.summary}</a>)`;
  }
  return undefined;
}

/** Whether an operation lists the records of one parameter: other paths are its own and that parameter. */
function lists({ method, path }: ShownOperation, variable: string, paths: readonly string[]): boolean {
  const isParameter = (text = '') => /^\{\w+\}$/.test(text) && variableOf(text.slice(1, -1)) === variable;
  return (
    method === 'GET' &&
    paths.some(
      (other) => other.startsWith(`${path}/`) && isParameter(other.slice(path.length + 1).split('/')[0]),
    )
  );
}
