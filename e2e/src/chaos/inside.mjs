// Loaded into the server and each of its threads before anything else, by `--import`: moves their clock, and ends threads on
// request. What the server is made of does not know of it.
import { readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const file = process.env.ORIEL_CHAOS_CLOCK;
const LOOK_MS = 100;

let offsetMs = 0;
let lookedAt = -Infinity;
function offset() {
  if (performance.now() - lookedAt > LOOK_MS) {
    lookedAt = performance.now();
    try {
      offsetMs = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      // It is being written, or was never moved.
    }
  }
  return offsetMs;
}

const TrueDate = Date;
globalThis.Date = class Date extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + offset());
    else super(...parts);
  }

  static now() {
    return TrueDate.now() + offset();
  }
};

if (isMainThread) {
  const threads = createRequire(import.meta.url)('node:worker_threads');
  const alive = new Set();
  threads.Worker = class Worker extends threads.Worker {
    constructor(...parts) {
      super(...parts);
      alive.add(this);
      this.once('exit', () => alive.delete(this));
    }
  };
  syncBuiltinESMExports();
  process.on('message', (message) => {
    if (message === 'end a thread') void [...alive].at(-1)?.terminate();
  });
  // The channel alone must not keep the process.
  process.channel?.unref();
}
