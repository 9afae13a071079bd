import { ApiError } from '@oriel/client';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CommandError, printTable, type Effects } from './command.ts';

const USAGE = `Usage: oriel COMMAND [flags]

  start                              run the server; flags as in npm start -- --help
  deployments                        list deployments
  workspace --deployment N           list the workspace; --folder N for a folder
  query --deployment N --query JSON  run a query and print its rows
  spec                               print the OpenAPI document

  --json       print JSON instead of a table
  --url URL    the server; default ORIEL_URL, then the one of .oriel/ready.json
  --api-key K  default ORIEL_API_KEY, then the one of .oriel/ready.json`;

const flags = {
  deployment: { type: 'string' },
  folder: { type: 'string' },
  query: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  url: { type: 'string' },
  'api-key': { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

export interface Flags {
  deployment?: string | undefined;
  folder?: string | undefined;
  query?: string | undefined;
  json?: boolean | undefined;
}

/** Runs one command line; answers with the exit code. Faults are one line each. */
export async function run(args: readonly string[], effects: Effects): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === 'help') {
    effects.print(USAGE);
    return name === undefined ? 1 : 0;
  }
  try {
    if (name === 'start') return await effects.startServer(rest);
    const command = commands[name];
    if (!command) throw new CommandError(`There is no command ${name}. Run oriel --help`);
    const { values } = parseArgs({ args: rest, options: flags, strict: true });
    if (values.help) effects.print(USAGE);
    else await command(values, effects);
    return 0;
  } catch (error) {
    if (error instanceof CommandError) return fail(effects, error.message, error.exitCode);
    if (error instanceof ApiError) return fail(effects, `${error.message} (${error.code})`, 1);
    if (error instanceof TypeError)
      return fail(
        effects,
        error.cause instanceof Error ? `The server cannot be reached: ${error.cause.message}` : error.message,
        1,
      );
    throw error;
  }
}

function fail(effects: Effects, message: string, code: number): number {
  effects.print(`oriel: ${message}`);
  return code;
}

const commands: Record<string, (flags: Flags, effects: Effects) => Promise<void>> = {
  async deployments({ json }, effects) {
    const { items } = await (await effects.connect()).call('getDeployments', {});
    if (json) return effects.print(JSON.stringify(items, undefined, 2));
    printTable(
      effects,
      ['ID', 'NAME', 'ADDRESS'],
      items.map(({ id, name, deploymentUrl }) => [String(id), name, deploymentUrl]),
    );
  },
  async workspace({ deployment, folder, json }, effects) {
    const params = { deploymentId: idOf('--deployment', deployment) };
    const query = { first: 1000, ...(folder !== undefined && { folderId: idOf('--folder', folder) }) };
    const { items } = await (await effects.connect()).call('workspaceObjects', { params, query });
    if (json) return effects.print(JSON.stringify(items, undefined, 2));
    printTable(
      effects,
      ['TYPE', 'ID', 'NAME', 'CHANGED'],
      items.map(({ type, id, name, updatedAt }) => [type, String(id), name, updatedAt]),
    );
  },
  async query({ deployment, query, json }, effects) {
    if (query === undefined) throw new CommandError('--query is missing: give the query as JSON');
    const client = await effects.connect();
    const { deploymentUrl } = await client.call('getDeployment', {
      params: { deploymentId: idOf('--deployment', deployment) },
    });
    // Without queryType the query API answers with one result.
    const { data } = (await client.query('load', {
      deploymentUrl,
      body: { query: parseQuery(query) },
    })) as {
      data: Record<string, unknown>[];
    };
    if (json) return effects.print(JSON.stringify(data, undefined, 2));
    const headings = Object.keys(data[0] ?? {});
    printTable(
      effects,
      headings,
      data.map((row) => headings.map((heading) => String(row[heading] ?? ''))),
    );
  },
  async spec(_flags, effects) {
    effects.print(JSON.stringify(await (await effects.connect()).call('getSpec', {}), undefined, 2));
  },
};

function idOf(flag: string, text: string | undefined): number {
  const id = Number(text);
  if (text !== undefined && Number.isInteger(id) && id >= 0) return id;
  throw new CommandError(
    `${flag} takes a number${text === undefined ? '' : `, not ${JSON.stringify(text)}`}`,
  );
}

function parseQuery(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`--query is not JSON: ${(error as Error).message}`);
  }
}
