import { pino, type Logger } from 'pino';

/** A log whose lines, of errors alone, are kept. */
export function collectErrors(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  return { logger: pino({ level: 'error' }, { write: (line) => void lines.push(line) }), lines };
}
