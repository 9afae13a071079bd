import type { OperationId, OperationTypes } from '@oriel/contract';

/** What a program reads of an OpenAPI document in order to send requests. */
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

interface DocumentedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

/**
 * Sends a request of an operation by its id; parameters go where the document says. Types alone come from the contract.
 */
export type DocumentedApi = <Id extends OperationId>(
  id: Id,
  parameters?: Readonly<Record<string, unknown>>,
  body?: unknown,
) => Promise<OperationTypes[Id]['answer']>;

/** Reads the OpenAPI document that a server hands out, and sends requests by it with a key. */
export async function openDocumentedApi(url: string, apiKey: string): Promise<DocumentedApi> {
  const document = (await (await fetch(`${url}/api/v1/spec`)).json()) as OpenApiDocument;
  const found = new Map(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, operation]) => [operation.operationId, { path, method, operation }] as const,
      ),
    ),
  );
  return async (id, parameters = {}, body) => {
    const documented = found.get(id);
    if (!documented) throw new Error(`The document has no operation ${id}`);
    const { path, method, operation } = documented;
    const address = new URL(url);
    address.pathname = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
    for (const { name, in: location } of operation.parameters ?? [])
      if (location === 'query' && name in parameters)
        address.searchParams.set(name, String(parameters[name]));
    const answer = await fetch(address, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${id} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}
