// Loaded before a command: appends the most memory that its process had, in KiB, to the file that a variable names.
import { appendFileSync } from 'node:fs';

process.on('exit', () => appendFileSync(process.env.MEMORY_FILE, `${process.resourceUsage().maxRSS}\n`));
