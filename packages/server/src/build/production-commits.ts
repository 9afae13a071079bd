/** Which commit production answers by. */
export interface ProductionCommits {
  /**
   * The commit of the last build of the deployed branch that succeeded; undefined where none has. The first one is
   * waited for. A head that nobody has built, because git itself was pushed to, is built from now on.
   */
  find(deploymentId: number, branch: string, head: string): Promise<string | undefined>;
}
