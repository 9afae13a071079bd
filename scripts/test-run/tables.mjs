// What a run tells at its end: where its time went, by kind, by package and by file.
const MAX_FILES = 30;
const KINDS = ['database', 'hashing', 'browser', 'waiting'];

/**
 * @param measures the records of `measures.mjs`
 * @param results by path, as `runGroups` returns them
 * @param run `seconds` by the clock, `processorSeconds` of everything, `buildSeconds`, and `postgresSeconds` of
 * processor time
 * @returns `kinds`, `rooms` and `slowest`: three tables as text; `all`: that of every file
 */
export function makeTables(measures, results, run) {
  const files = measures.filter(({ path }) => path).map((each) => fileRow(each, results.get(each.path)));
  const rows = files.toSorted((one, other) => other.Cpu - one.Cpu);
  return {
    kinds: table('kind', kindRows(measures, files, run)),
    rooms: table('package', roomRows(files)),
    slowest: table('file', rows.slice(0, MAX_FILES)),
    all: table('file', rows),
  };
}

/**
 * Seconds by the clock, and `Cpu`, processor seconds, with `Children` (git, runtimes, browsers) among them. The tests
 * are what no other kind has taken.
 */
function fileRow(record, result) {
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, record[kind] / 1000]));
  const others = KINDS.reduce((total, kind) => total + kinds[kind], 0);
  const [loading, clock] = [(record.loading?.wall ?? 0) / 1000, record.wall / 1000];
  const Cpu = (record.cpu + (record.loading?.cpu ?? 0)) / 1000;
  const rest = Math.max(0, clock - others);
  return {
    name: record.path,
    clock: clock + loading,
    Cpu,
    Children: record.children / 1000,
    loading,
    ...kinds,
    rest,
    tests: result?.tests ?? 0,
  };
}

function kindRows(measures, files, run) {
  const sumOf = (field) => files.reduce((total, row) => total + row[field], 0);
  const started = measures.filter((each) => 'started' in each);
  const sum = (records, of) => records.reduce((total, each) => total + of(each), 0) / 1000;
  const loadingCpu = sum(
    measures.filter(({ path }) => path),
    ({ loading }) => loading?.cpu ?? 0,
  );
  return [
    {
      name: 'process start',
      clock: sum(started, (each) => each.started),
      Cpu: sum(started, (each) => each.cpu),
    },
    { name: 'loading of modules', clock: sumOf('loading'), Cpu: loadingCpu },
    { name: 'making of databases', clock: sumOf('database') },
    { name: 'password hashing', clock: sumOf('hashing') },
    { name: 'browser start', clock: sumOf('browser') },
    { name: 'waiting for timers', clock: sumOf('waiting') },
    { name: 'tests', clock: sumOf('rest') },
    { name: 'files after loading', Cpu: sumOf('Cpu') - loadingCpu - sumOf('Children') },
    { name: 'programs that files have started', Cpu: sumOf('Children') },
    { name: 'PostgreSQL of the run', Cpu: run.postgresSeconds },
    { name: 'build', clock: run.buildSeconds },
    { name: 'the whole run', clock: run.seconds, Cpu: run.processorSeconds },
  ];
}

function roomRows(files) {
  const rooms = Map.groupBy(files, ({ name }) => name.split('/').slice(0, 2).join('/'));
  return [...rooms].map(([name, rows]) => {
    const sum = (field) => rows.reduce((total, row) => total + row[field], 0);
    return { name, files: rows.length, tests: sum('tests'), clock: sum('clock'), Cpu: sum('Cpu') };
  });
}

const COUNTS = new Set(['files', 'tests']);

/** Numbers to the right, names at the end, since they have any length. */
function table(title, rows) {
  const columns = Object.keys(Object.assign({}, ...rows)).filter((column) => column !== 'name');
  const cell = (column, value) =>
    value === undefined ? '' : COUNTS.has(column) ? String(value) : value.toFixed(1);
  const line = (cells, name) => [...cells.map((text) => text.padStart(9)), ` ${name}`].join('');
  const body = rows.map((row) =>
    line(
      columns.map((column) => cell(column, row[column])),
      row.name,
    ),
  );
  return [
    line(
      columns.map((column) => column.toLowerCase()),
      title,
    ),
    ...body,
  ].join('\n');
}
