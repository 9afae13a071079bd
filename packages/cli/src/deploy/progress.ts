import type { Effects } from '../command.ts';
import { sizeText } from './size-text.ts';

/** Tells a person how far a transfer is. */
interface Progress {
  /** Something was transferred. */
  advance(sizeBytes: number): void;
  /** It is over, whatever came of it: the line of a terminal is the next one's again. */
  end(): void;
}

/** What is transferred. */
interface Transfer {
  readonly files: number;
  readonly sizeBytes: number;
}

type Output = Pick<Effects, 'terminal' | 'printError'>;

/** A bar where there is a terminal, else a line for each quarter. */
export function createProgress(total: Transfer, { terminal, printError }: Output): Progress {
  const done = { files: 0, sizeBytes: 0 };
  const text = () =>
    `${done.files} of ${total.files} files, ${sizeText(done.sizeBytes)} of ${sizeText(total.sizeBytes)}`;
  const show = () => {
    if (terminal) return terminal.write(`\r${barLine(done.files / total.files, text(), terminal.columns)}`);
    const quarter = Math.floor((done.files * QUARTERS) / total.files);
    const before = Math.floor(((done.files - 1) * QUARTERS) / total.files);
    if (quarter > before) printError(`Sent ${text()}`);
  };
  if (terminal) show();
  return {
    advance(sizeBytes) {
      done.files += 1;
      done.sizeBytes += sizeBytes;
      show();
    },
    end: () => terminal?.write('\n'),
  };
}

const QUARTERS = 4;
const WIDEST_BAR = 40;

/** As wide as the terminal at most, for a longer line would be left behind by the next one. */
function barLine(part: number, text: string, columns: number): string {
  const width = Math.min(WIDEST_BAR, columns - text.length - 2);
  if (width < 1) return text.slice(0, Math.max(0, columns - 1)).padEnd(Math.max(0, columns - 1));
  const filled = Math.round(part * width);
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${text}`.padEnd(columns - 1);
}
