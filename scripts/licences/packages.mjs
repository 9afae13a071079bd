import { allowedLicences, installScripts, toolsOnlyLicences } from './policy.mjs';

/** The workspaces that are the product; the others are its examples, tests and benchmarks. */
export const productWorkspaces = [
  'cli',
  'client',
  'contract',
  'embed',
  'engine',
  'semantic',
  'server',
  'web',
].map((name) => `packages/${name}`);

/**
 * The third-party packages of a lockfile, one for each name and version, those of other platforms included.
 * @returns {{name: string, version: string, licence: string, inProduct: boolean, hasInstallScript: boolean}[]}
 */
export function thirdPartyPackages(lockfile) {
  const product = reachableFrom(lockfile.packages, productWorkspaces);
  const found = new Map();
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    const name = path.split('node_modules/').slice(1).at(-1);
    if (!name || entry.link) continue;
    const key = `${name}@${entry.version}`;
    found.set(key, {
      name,
      version: entry.version,
      licence: entry.license ?? 'none stated',
      inProduct: product.has(path) || Boolean(found.get(key)?.inProduct),
      hasInstallScript: Boolean(entry.hasInstallScript),
    });
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** What the policy does not cover: one sentence for each package. */
export function policyProblems(packages) {
  return packages.flatMap((entry) => [
    ...(isAllowed(entry)
      ? []
      : [`${entry.name} ${entry.version} has the licence ${entry.licence}, which is not accepted.`]),
    ...(entry.hasInstallScript && !explanationOf(entry.name)
      ? [`${entry.name} ${entry.version} runs a script when it is installed, which is not explained.`]
      : []),
  ]);
}

/** Why a package may run a script when it is installed; undefined for one that may not. */
export function explanationOf(name) {
  return installScripts.get(name) ?? installScripts.get(`${name.split('/')[0]}/*`);
}

function isAllowed({ name, licence, inProduct }) {
  const alternatives = licence.replace(/^\(|\)$/g, '').split(' OR ');
  return alternatives.some((one) =>
    one
      .split(' AND ')
      .every((id) => allowedLicences.has(id) || (!inProduct && toolsOnlyLicences.get(id)?.test(name))),
  );
}

/** The paths of all packages that these ones need when they run; development dependencies are left out. */
function reachableFrom(packages, paths) {
  const reached = new Set();
  const open = [...paths];
  while (open.length > 0) {
    const path = open.pop();
    const entry = packages[path];
    if (!entry || reached.has(path)) continue;
    reached.add(path);
    if (entry.link) open.push(entry.resolved);
    const names = Object.keys({
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.peerDependencies,
    });
    for (const name of names) open.push(resolve(packages, path, name));
  }
  return reached;
}

/** Where Node.js finds a package from a folder: in its node_modules or in those of a folder above. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path] || folder === '') return path;
  }
}
