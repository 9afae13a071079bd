import { openModelRepository } from '../../build/model-repository.ts';

/**
 * As a program: changes a repository over and over, in each way there is, until it is killed, and says after each
 * change what it has been told. Its arguments are the data folder and the id of the deployment.
 */
const [dataDir, deploymentId] = process.argv.slice(2);
if (import.meta.main && dataDir !== undefined) {
  const author = { name: 'Writer', email: 'writer@example.com' };
  const repository = await openModelRepository(dataDir, Number(deploymentId));
  const say = (word: string) => process.stdout.write(`${word}\n`);
  for (let round = 0; ; round += 1) {
    const stamp = `${process.pid}-${round}`;
    const set = (path: string) => [{ kind: 'set', path, content: stamp }] as const;
    const text = { message: stamp, author };
    const master = await repository.getBranch('master');
    const dev = (await repository.findBranch('dev')) ?? (await repository.createBranch('dev', master.head));
    await repository.saveDraft(dev, set('draft.yml'), author);
    say(`draft ${stamp}`);
    const committed = await repository.commitDraft(await repository.getBranch('dev'), text);
    say(`dev ${committed.branch.head}`);
    const pushed = await repository.commitChanges(master, set('master.yml'), text);
    const merged = await repository.merge({ from: committed.branch.head, into: pushed, ...text });
    say(`master ${merged.branch.head}`);
  }
}
