import { createEngine } from '@oriel/engine';

/** A process with an engine that is asked what does not end; it prints the numbers of its runtimes' processes. */
const engine = createEngine({
  resolve: async () => ({
    modelVersion: 'one',
    files: [{ path: 'model.yml', content: process.env['MODEL'] ?? '' }],
    sources: { default: { type: 'duckdb', path: ':memory:' } },
    brandKey: 'svcCloud',
  }),
});
for (const [deploymentId, cube] of ['endless', 'unstoppable'].entries())
  void engine.load(
    { deploymentId, branch: 'master' },
    { query: { measures: [`${cube}.total`] }, securityContext: {} },
  );
const isRunning = () => {
  const runtimes = engine.runtimes();
  return runtimes.length === 2 && runtimes.every(({ stats }) => stats.running > 0);
};
while (!isRunning()) await new Promise((resolve) => setTimeout(resolve, 5));
process.stdout.write(`${JSON.stringify(engine.runtimes().map(({ processId }) => processId))}\n`);
