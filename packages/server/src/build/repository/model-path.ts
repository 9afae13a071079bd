import { faultOfModelPath, limits, refuse } from '@oriel/contract';

/**
 * Checks that a path may be that of a model file, by {@link faultOfModelPath}.
 *
 * @throws `model_path_invalid` with the path and the reason
 */
export function checkModelPath(path: string): void {
  const reason = faultOfModelPath(path);
  if (reason === undefined) return;
  const shown = path.length > limits.MAX_PATH_LENGTH ? `${path.slice(0, limits.MAX_PATH_LENGTH)}…` : path;
  throw refuse('model_path_invalid', { path: shown, reason });
}
