import { buildData } from './build-data.ts';

/**
 * `node build-data-process.ts FILE`: writes the data file of the demo. It ends with the process that has started it.
 */
const file = process.argv[2];
if (file === undefined) throw new Error('The file to write is missing');
// Two of them would write the same file.
process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
await buildData(file);
process.exit(0);
