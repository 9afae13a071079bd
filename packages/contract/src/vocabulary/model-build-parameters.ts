import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of model builds. */
export const modelBuildParameters = {
  buildId: parameter(id('Id of the build.'), 'build_not_found'),
};
