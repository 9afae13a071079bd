import { faultOfModelPath, limits, refuse } from '@oriel/contract';
import { cutText } from '../../cut-text.ts';

/**
 * Checks that a path may be that of a model file, by {@link faultOfModelPath}.
 *
 * @throws `model_path_invalid` with the path and the reason
 */
export function checkModelPath(path: string): void {
  const reason = faultOfModelPath(path);
  if (reason === undefined) return;
  throw refuse('model_path_invalid', { path: cutText(path, limits.MAX_PATH_LENGTH), reason });
}
