import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const provisioningBrazilianPortuguese: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: 'Funções dos novos usuários',
    hint: 'O que podem fazer os usuários criados pelo login único ou pelo SCIM. As funções não tornam ninguém administrador.',
    unloaded: 'Não foi possível carregar as funções dos novos usuários',
    defaultRole: 'Função padrão',
    defaultHint: 'Para quem é criado sem um grupo abaixo.',
    byGroup: 'Funções por grupo',
    byGroupHint:
      'Grupos pelos nomes que o provedor de identidade envia, sem distinguir maiúsculas. Com o login único, substituem a função padrão quando um usuário é criado; o SCIM as adiciona cada vez que envia membros.',
    group: 'Grupo {{count}}',
    groupExample: 'Analistas',
    role: 'Função do grupo {{count}}',
    add: 'Adicionar um grupo',
    remove: 'Remover o grupo {{count}}',
    administrators: 'Pode mudar como os administradores entram',
    administratorsHint:
      'Deixa o SCIM, e chaves limitadas a grupos de operações, mudar endereços, senhas e segundos fatores de administradores, nomear administradores e configurar provedores de identidade. Quem tem uma chave assim pode se tornar administrador.',
  },
  scim: {
    title: 'Provisionamento por SCIM',
    hint: 'Um provedor de identidade que fala SCIM 2.0 cria, altera e desativa usuários e grupos. Quem é desativado fica de fora na solicitação seguinte.',
    address: 'Endereço base',
    token:
      'O token do provedor é uma chave de API de um administrador que alcança todas as implantações. Ela age em seu nome e termina com o seu usuário.',
    newKey: 'Nova chave para o SCIM',
    keyName: 'Provisionamento por SCIM',
  },
};
