import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const applicationsPortuguese: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'Aplicações',
    hint: 'O que tem permissão para agir em seu nome, como a linha de comando do Oriel. Tudo pode ser retirado a qualquer momento.',
    none: 'Nenhuma aplicação',
    noneText: 'Uma aplicação aparece aqui quando recebe permissão para agir em seu nome.',
    unloaded: 'Não foi possível carregar as aplicações',
    builtIn: 'Parte do Oriel',
    remembered: 'Não pergunta de novo',
    write: 'Lê e altera',
    read: 'Lê',
    identity: 'Inicia a sua sessão',
    allDeployments: 'Todas as implantações',
    onPhone: 'Desde {{since}}, último uso {{used}}',
    withdraw: 'Retirar',
    withdrawNamed: 'Retirar {{name}}',
    withdrawTitle: 'Retirar {{name}}?',
    withdrawText:
      'O que está a fazer em seu nome é interrompido no pedido seguinte. Aqui não pode ser devolvido: a aplicação tem de pedir de novo.',
    column: {
      name: 'Aplicação',
      gets: 'Pode',
      since: 'Desde',
      lastUsed: 'Último uso',
      actions: 'Ações',
    },
  },
};
