import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const applicationsBrazilianPortuguese: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'Aplicativos',
    hint: 'O que tem permissão para agir em seu nome, como a linha de comando do Oriel. Tudo pode ser retirado a qualquer momento.',
    none: 'Nenhum aplicativo',
    noneText: 'Um aplicativo aparece aqui quando recebe permissão para agir em seu nome.',
    unloaded: 'Não foi possível carregar os aplicativos',
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
      'O que está fazendo em seu nome é interrompido na próxima solicitação. Aqui não pode ser devolvido: o aplicativo tem de pedir de novo.',
    column: {
      name: 'Aplicativo',
      gets: 'Pode',
      since: 'Desde',
      lastUsed: 'Último uso',
      actions: 'Ações',
    },
  },
};
