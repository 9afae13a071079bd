import { exitCodes } from '../command-error.ts';
import type { ServerCommand } from '../command.ts';
import { numberOf } from '../flags.ts';

/** `oriel source test`: has a data source of a deployment answer. */
export const sourceTest: ServerCommand = {
  kind: 'server',
  usage: 'NAME --deployment N',
  description:
    'Connects to a data source as the variables of the deployment say, and prints whether it answers;\n' +
    'the exit code is 1 where it does not. The source of a deployment with one is named default.',
  operand: { name: 'NAME', help: 'name the data source, such as default' },
  flags: ['deployment'],
  async run({ client, flags, operand, print }) {
    const params = { deploymentId: numberOf('deployment', flags.deployment), dataSourceName: operand };
    const tested = await client.call('testDataSource', { params });
    const { name, status, reason, elapsedMs } = tested;
    if (flags.json) print(JSON.stringify(tested, undefined, 2));
    else
      print(
        status === 'ok'
          ? `${name} answers after ${elapsedMs} ms`
          : `${name} does not answer: ${reason ?? ''}`,
      );
    return status === 'ok' ? exitCodes.done : exitCodes.failed;
  },
};
