import type { FastifyBaseLogger } from 'fastify';

/** So long after it was woken a report goes out, with all that has come together by then. */
export const REPORT_MS = 250;
/** So long after one that did not arrive. */
const RETRY_MS = 2_000;

/** Does something in the background a while after it was asked to, and once at a time. */
interface Reporter {
  wake(): void;
  /** Waits for the report that is under way; afterwards there are no more. */
  close(): Promise<void>;
}

/** Failures are logged once, until a report has arrived again. */
export function createReporter(report: () => Promise<void>, logger: FastifyBaseLogger): Reporter {
  let timer: NodeJS.Timeout | undefined;
  let reporting: Promise<void> | undefined;
  let isReporting = false;
  let isWanted = false;
  let isFailing = false;
  let isClosed = false;

  const arm = (): void => {
    if (isClosed || isReporting || timer) return;
    timer = setTimeout(start, isFailing ? RETRY_MS : REPORT_MS).unref();
  };
  const start = (): void => {
    timer = undefined;
    isWanted = false;
    isReporting = true;
    reporting = run().finally(() => {
      isReporting = false;
      if (isWanted) arm();
    });
  };
  const run = async (): Promise<void> => {
    try {
      await report();
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'The servers cannot share their rate limits');
      isFailing = true;
    }
  };
  return {
    wake() {
      isWanted = true;
      arm();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await reporting;
    },
  };
}
