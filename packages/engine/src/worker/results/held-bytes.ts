import { engineError } from '../../errors/errors.ts';

/** The memory of results that are read and not yet answered, of one runtime. */
export interface HeldBytes {
  /** Takes part in it, with nothing at first. */
  begin(): HeldShare;
}

/** The part of one result. */
interface HeldShare {
  /** @throws `query.no_room` when all together would take more than there is */
  set(bytes: number): void;
  end(): void;
}

/** Makes the memory for so many bytes. */
export function createHeldBytes(maxBytes: number): HeldBytes {
  let held = 0;
  return {
    begin() {
      let own = 0;
      return {
        set(bytes) {
          if (bytes > own && held - own + bytes > maxBytes) throw engineError('query.no_room');
          held += bytes - own;
          own = bytes;
        },
        end() {
          held -= own;
          own = 0;
        },
      };
    },
  };
}
