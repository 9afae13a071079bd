import type { Translation } from '../../translation/translation.ts';
import type { apiKeysEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const apiKeysPortuguese: Translation<typeof apiKeysEnglish> = {
  apiKeys: {
    title: 'Chaves de API',
    hint: 'Uma chave age em seu nome, nas implantações que alcança.',
    scim: 'Os fornecedores de identidade gerem utilizadores por SCIM 2.0 com a chave de um administrador, em',
    create: 'Nova chave',
    unloaded: 'Não foi possível carregar as suas chaves',
    none: 'Ainda não há chaves suas',
    noneText: 'Os programas entram com uma chave em vez de uma palavra-passe.',
    column: {
      name: 'Nome',
      key: 'Chave',
      reaches: 'Alcança',
      lastUsed: 'Último uso',
      expires: 'Expira',
      actions: 'Ações',
    },
    prefix: '{{prefix}}…',
    onPhone: 'Último uso: {{used}}. Expira: {{expires}}',
    allDeployments: 'Todas as implantações',
    readOnly: 'Só lê',
    replace: 'Substituir',
    replaceNamed: 'Substituir {{name}}',
    replaceTitle: 'Substituir {{name}}?',
    replaceText:
      'É criada uma chave nova que pode o mesmo. A antiga funciona por mais um dia, para dar tempo de trocá-la.',
    revoke: 'Revogar',
    revokeNamed: 'Revogar {{name}}',
    revokeTitle: 'Revogar {{name}}?',
    revokeText: 'O que usa esta chave deixa de funcionar de imediato.',
    form: {
      title: 'Nova chave de API',
      name: 'Nome',
      nameHint: 'Para que serve a chave',
      deployments: 'Implantações',
      all: 'Todas',
      tags: 'Pode chamar',
      tagsHint: 'Grupos de operações, como a referência da API os nomeia',
      everything: 'Tudo',
      noTag: 'Não existe esse grupo',
      readOnly: 'Só pode ler',
      readOnlyHint: 'O que altera qualquer coisa é recusado',
      expires: 'Expira',
      in30Days: 'Em 30 dias',
      in90Days: 'Em 90 dias',
      inAYear: 'Num ano',
    },
    secret: {
      title: 'A sua nova chave',
      once: 'Copie-a agora. Não volta a ser mostrada.',
      done: 'Já a tenho',
    },
  },
};
