import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const connectionsPortuguese: Translation<typeof connectionsEnglish> = {
  connections: {
    title: 'Contas ligadas',
    hint: 'Origens de dados lidas com o seu próprio acesso. O Oriel guarda o acesso e não o mostra a ninguém.',
    unloaded: 'Não foi possível carregar as suas contas ligadas',
    none: 'Nada a ligar',
    noneText: 'Nenhuma origem de dados desta conta é lida com o acesso dos utilizadores.',
    connect: 'Ligar',
    reconnect: 'Ligar de novo',
    disconnect: 'Desligar',
    connectNamed: 'Ligar a {{name}}',
    disconnectNamed: 'Desligar de {{name}}',
    until: 'O acesso renova-se sozinho; por agora até {{time}}.',
    since: 'Ligada em {{time}}.',
    connected: 'A conta está ligada.',
    failed: 'A conta não está ligada. O motivo está abaixo.',
    lastError: 'Último erro: {{error}}',
    status: {
      active: 'Ligada',
      expired: 'Encerrada',
      error: 'Falhou',
      none: 'Não ligada',
    },
    remove: {
      title: 'Desligar de {{name}}?',
      text: 'Os gráficos das suas origens de dados não lhe mostram nada até uma nova ligação. O que os outros veem não muda.',
    },
  },
};
