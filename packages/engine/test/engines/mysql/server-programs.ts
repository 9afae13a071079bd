import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** MariaDB and MySQL speak one protocol and differ in much else, so that both are tested. */
export type Flavour = 'mariadb' | 'mysql';

/** The programs of a server that is installed here. */
export interface ServerPrograms {
  readonly flavour: Flavour;
  readonly server: string;
  /** Prints statements that load time zones. */
  readonly zones: string;
  /** Fills a new data folder; absent where the server does that itself. */
  readonly install?: string;
  /** Where its libraries and messages are, of a server that is not the system's own. */
  readonly root?: string;
}

const PLACES = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Finds a server, or says what to install. It looks at a few files and at no network. */
export function findServer(flavour: Flavour): ServerPrograms | string {
  return (
    (flavour === 'mariadb' ? findMariaDb() : findMySql()) ?? `no server of ${flavour}: ${HOW_TO_GET[flavour]}`
  );
}

const HOW_TO_GET: Record<Flavour, string> = {
  mariadb: '`apt-get install mariadb-server`, or put mariadbd on the PATH',
  mysql: '`npm run engines -- mysql`, or put mysqld of MySQL 8 on the PATH',
};

function findMariaDb(): ServerPrograms | undefined {
  const [server, install, zones] = ['mariadbd', 'mariadb-install-db', 'mariadb-tzinfo-to-sql'].map(
    findProgram,
  );
  return server && install && zones ? { flavour: 'mariadb', server, install, zones } : undefined;
}

function findMySql(): ServerPrograms | undefined {
  const cache = process.env['ORIEL_ENGINES'] ?? join(homedir(), '.cache', 'oriel-engines');
  const root = join(cache, 'mysql');
  const [ours, zonesOfOurs] = [join(root, 'usr/sbin/mysqld'), join(root, 'usr/bin/mysql_tzinfo_to_sql')];
  if (existsSync(ours)) return { flavour: 'mysql', server: ours, zones: zonesOfOurs, root };
  const [server, zones] = ['mysqld', 'mysql_tzinfo_to_sql'].map(findProgram);
  // MariaDB has these names too, as links.
  const isMySql = server !== undefined && findProgram('mariadbd') === undefined;
  return isMySql && zones ? { flavour: 'mysql', server, zones } : undefined;
}

function findProgram(name: string): string | undefined {
  return PLACES.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
