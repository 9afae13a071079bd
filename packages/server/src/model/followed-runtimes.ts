import type { Engine } from '@oriel/engine';

/**
 * The runtimes that changes of data models reach. What builds models is there before the engine, which starts runtimes
 * from what is built; until an engine is followed there are no runtimes.
 */
interface FollowedRuntimes extends Pick<Engine, 'invalidate' | 'runtimes'> {
  follow(engine: Pick<Engine, 'invalidate' | 'runtimes'>): void;
}

/** Makes them, without an engine. */
export function createFollowedRuntimes(): FollowedRuntimes {
  let followed: Pick<Engine, 'invalidate' | 'runtimes'> | undefined;
  return {
    follow(engine) {
      followed = engine;
    },
    invalidate: (target) => followed?.invalidate(target),
    runtimes: () => followed?.runtimes() ?? [],
  };
}
