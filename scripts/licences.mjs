// Lists the licences and the install scripts of every third-party package in the lockfile: `npm run licences`.
// Ends with 1 where the policy (licences/policy.mjs) does not cover a package. `--json` prints every package.
import { readFileSync } from 'node:fs';
import { explanationOf, policyProblems, thirdPartyPackages } from './licences/packages.mjs';

const lockfile = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const packages = thirdPartyPackages(lockfile);
const problems = policyProblems(packages);

console.log(process.argv.includes('--json') ? JSON.stringify(packages, null, 2) : describe());
for (const problem of problems) console.error(`oriel: ${problem}`);
if (problems.length > 0) {
  console.error('oriel: Choose another package, or add the decision to scripts/licences/policy.mjs.');
  process.exit(1);
}

function describe() {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence);
  const rows = [...byLicence].toSorted(([, one], [, other]) => other.length - one.length);
  return [
    `${packages.length} third-party packages, ${packages.filter((entry) => entry.inProduct).length} of them in the product`,
    '',
    ...rows.map(([licence, entries]) => `${String(entries.length).padStart(5)}  ${licence}`),
    '',
    'Packages that run a script when they are installed:',
    ...packages
      .filter((entry) => entry.hasInstallScript)
      .map(({ name, version }) => `  ${name} ${version}: ${explanationOf(name) ?? 'NOT EXPLAINED'}`),
  ].join('\n');
}
