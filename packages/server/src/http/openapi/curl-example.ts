import {
  brandPath,
  operations,
  pathParameters,
  type Operation,
  type OperationId,
  type PathParameterName,
  type ServerBrand,
} from '@oriel/contract';
import { createBrandTranslation } from '../answers/brand-translation.ts';
import { shownRequestFor } from './example-requests.ts';
import type { OperationRequest, PathValues } from './request-from-schema.ts';

/** The variable of the shell that a path parameter is read from: `FOLDER_ID` of `folderId`. */
export function variableOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
}

/** An id like no other: it stands for a variable until the request is written down. */
const FIRST_STAND_IN = 810_000_001;
const names = Object.keys(pathParameters) as PathParameterName[];
const standIns = names.map((name, index) => [name, FIRST_STAND_IN + index] as const);
// Every parameter is among the names.
const records = Object.fromEntries(
  standIns.map(([name, id]) => [name, isText(name) ? String(id) : id]),
) as PathValues;

function isText(name: PathParameterName): boolean {
  return (pathParameters[name] as { type?: string }).type === 'string';
}

/**
 * A command that sends the example of an operation. It reads the address of the server, the credential and the ids of
 * records from variables of the shell: `ORIEL_URL`, `ORIEL_API_KEY` (or `EMBED_TOKEN`, `DATA_TOKEN`), `FOLDER_ID`, …
 */
export function curlExampleOf(id: OperationId, brand: ServerBrand): string {
  const operation: Operation = operations[id];
  const request = shownRequestFor(id, records);
  const { method } = request;
  const hasBody = typeof request.payload === 'string';
  const lines = [
    `curl ${method === 'GET' || (method === 'POST' && hasBody) ? '' : `-X ${method} `}"$ORIEL_URL${withVariables(brandPath(request.url, brand))}"`,
    ...credentialOf(operation),
    ...bodyOf(operation, request, brand),
  ];
  return lines.join(' \\\n  ');
}

function credentialOf({ access: { principals } }: Operation): string[] {
  if (principals.includes('anonymous')) return [];
  if (principals.includes('user')) return ['-H "Authorization: Bearer $ORIEL_API_KEY"'];
  return [`-H "Authorization: ${principals.includes('embed') ? 'Embed-Token $EMBED_TOKEN' : '$DATA_TOKEN'}"`];
}

function bodyOf({ body }: Operation, { payload }: OperationRequest, brand: ServerBrand): string[] {
  if (!body || payload === undefined) return [];
  if (typeof payload !== 'string') return [...payload.entries()].map(partOf);
  const type = `-H 'Content-Type: ${body.mediaType}'`;
  if (!body.mediaType.endsWith('json')) return [type, `-d "${withVariables(payload)}"`];
  const translate = createBrandTranslation(body.schema, brand, 'toBrand') ?? ((value: unknown) => value);
  return [type, documentOf(JSON.stringify(translate(JSON.parse(payload)), undefined, 2))];
}

function partOf([name, part]: [string, FormDataEntryValue]): string {
  if (typeof part !== 'string') return `-F ${name}=@${part.name}`;
  return `-F "${name}=${withVariables(part.replaceAll(/[\\$`"]/g, String.raw`\$&`))}"`;
}

/** A here-document: a shell puts variables into one that is not quoted, and reads some characters of it besides. */
function documentOf(json: string): string {
  const isPlain = json === withVariables(json);
  const text = isPlain ? json : withVariables(json.replaceAll(/[\\$`]/g, String.raw`\$&`));
  return `-d @- <<${isPlain ? "'JSON'" : 'JSON'}\n${text}\nJSON`;
}

function withVariables(text: string): string {
  return text.replaceAll(/8100000\d\d/g, (digits) => {
    const [name] = standIns.find(([, id]) => String(id) === digits) ?? [];
    return name === undefined ? digits : `$${variableOf(name)}`;
  });
}
