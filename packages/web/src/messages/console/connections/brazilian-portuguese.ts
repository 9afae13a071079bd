import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const connectionsBrazilianPortuguese: Translation<typeof connectionsEnglish> = {
  connections: {
    title: 'Contas conectadas',
    hint: 'Fontes de dados lidas com o seu próprio acesso. O Oriel guarda o acesso e não o mostra a ninguém.',
    unloaded: 'Não foi possível carregar as suas contas conectadas',
    none: 'Nada a conectar',
    noneText: 'Nenhuma fonte de dados desta conta é lida com o acesso dos usuários.',
    connect: 'Conectar',
    reconnect: 'Conectar de novo',
    disconnect: 'Desconectar',
    connectNamed: 'Conectar com {{name}}',
    disconnectNamed: 'Desconectar de {{name}}',
    until: 'O acesso se renova sozinho; por ora até {{time}}.',
    since: 'Conectada em {{time}}.',
    connected: 'A conta está conectada.',
    failed: 'A conta não está conectada. O motivo está abaixo.',
    lastError: 'Último erro: {{error}}',
    status: {
      active: 'Conectada',
      expired: 'Encerrada',
      error: 'Falhou',
      none: 'Não conectada',
    },
    remove: {
      title: 'Desconectar de {{name}}?',
      text: 'Os gráficos das suas fontes de dados não lhe mostram nada até uma nova conexão. O que os outros veem não muda.',
    },
  },
};
