import { pino, type Logger } from 'pino';

/** A log that collects its lines, errors alone. */
export function collectErrors(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  return { logger: pino({ level: 'error' }, { write: (line) => void lines.push(line) }), lines };
}
