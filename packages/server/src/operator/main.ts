import { parseArgs } from 'node:util';
import type { AuditCaller } from '../db/audit-caller.ts';
import { runInContext } from '../db/request-context.ts';
import { SettingsError } from '../settings-error.ts';
import { rotateSigningKeys } from '../signing-keys/rotation.ts';
import { rotateKey } from '../variables/rotate-key.ts';
import { withInstallation, type InstallationPlace } from './installation.ts';
import { addHost, createTenant } from './tenants.ts';

/**
 * Commands of the operator of an installation, on its data folder and database: `rotate-key`, `rotate-signing-keys`,
 * `tenant create NAME` and `tenant add-host NAME HOST`. Results go to the standard output as lines, faults to the error
 * output.
 */
try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(`oriel: ${error.message}`);
  process.exitCode = 2;
}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args);
  const [command, ...operands] = splitCommand(positionals);
  const caller: AuditCaller = { kind: 'operator', credential: 'none', operation: command ?? '' };
  await runInContext({ caller: JSON.stringify(caller) }, () => runCommand(command, operands, values));
}

async function runCommand(
  command: string | undefined,
  operands: readonly (string | undefined)[],
  values: ReturnType<typeof parse>['values'],
): Promise<void> {
  const place: InstallationPlace = {
    dataDir: values.data ?? process.env['ORIEL_DATA'] ?? '.oriel',
    databaseUrl: values['database-url'] ?? (process.env['DATABASE_URL'] || undefined),
    secretKey: values['secret-key'] ?? (process.env['ORIEL_SECRET_KEY'] || undefined),
  };
  switch (command) {
    case 'rotate-key': {
      expectOperands(operands, []);
      const count = await withInstallation(place, ({ database, keyring }) => rotateKey(database.db, keyring));
      console.log(`${count} ${count === 1 ? 'secret was' : 'secrets were'} encrypted with the new key`);
      return;
    }
    case 'rotate-signing-keys': {
      expectOperands(operands, []);
      const { withdraw = false } = values;
      await withInstallation(place, ({ database, keyring }) =>
        rotateSigningKeys(database.db, keyring, { withdraw }),
      );
      console.log(
        withdraw
          ? 'New keys sign tokens, and those before are published no more'
          : 'The next key signs tokens; the one before stays published for 7 days',
      );
      return;
    }
    case 'tenant create': {
      const [name] = expectOperands(operands, ['NAME']);
      const { email, password, apiKey } = await withInstallation(place, ({ database, keyring }) =>
        createTenant(database.db, keyring, {
          name,
          displayName: values['display-name'],
          hosts: values.host ?? [],
          email: values.email ?? `admin@${name}.localhost`,
        }),
      );
      console.log(`Sign in     ${email}   ${password}\nAPI key     ${apiKey}`);
      return;
    }
    case 'tenant add-host': {
      const [name, host] = expectOperands(operands, ['NAME', 'HOST']);
      await withInstallation(place, ({ database }) => addHost(database.db, name, host));
      console.log(`${host} belongs to ${name}`);
      return;
    }
    default:
      throw new SettingsError(`There is no command ${command ?? ''}`.trimEnd());
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      strict: true,
      options: {
        data: { type: 'string' },
        'database-url': { type: 'string' },
        'secret-key': { type: 'string' },
        withdraw: { type: 'boolean' },
        host: { type: 'string', multiple: true },
        email: { type: 'string' },
        'display-name': { type: 'string' },
      },
    });
  } catch (cause) {
    throw new SettingsError((cause as Error).message.split('. ')[0] ?? '', { cause });
  }
}

/** Commands of tenants have two words. */
function splitCommand([first, second, ...rest]: readonly string[]): (string | undefined)[] {
  return first === 'tenant'
    ? [`${first} ${second ?? ''}`, ...rest]
    : [first, ...(second === undefined ? [] : [second]), ...rest];
}

/** @throws {@link SettingsError} for one that is missing or too many */
function expectOperands<const Names extends readonly string[]>(
  operands: readonly (string | undefined)[],
  names: Names,
): { [Index in keyof Names]: string } {
  if (operands.length !== names.length)
    throw new SettingsError(`The command takes ${names.length === 0 ? 'no operand' : names.join(' and ')}`);
  // As many as there are names, each a text of the command line.
  return operands as { [Index in keyof Names]: string };
}
