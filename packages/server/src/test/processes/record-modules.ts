import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/*
 * For `node --import`: writes the names of the packages that a process has loaded by its end, one in a line, to the file
 * that `ORIEL_LOADED_PACKAGES` names.
 */
const path = process.env['ORIEL_LOADED_PACKAGES'];
const packages = new Set<string>();

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(resolved.url)?.[1];
    const ours = /\/packages\/([^/]+)\/src\//.exec(resolved.url)?.[1];
    if (name !== undefined) packages.add(name);
    if (ours !== undefined) packages.add(`@oriel/${ours}`);
    return resolved;
  },
});
process.once('exit', () => path !== undefined && writeFileSync(path, [...packages].sort().join('\n')));
