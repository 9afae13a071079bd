import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const provisioningPortuguese: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: 'Funções dos novos utilizadores',
    hint: 'O que podem fazer os utilizadores criados pelo início de sessão único ou pelo SCIM. As funções não tornam ninguém administrador.',
    unloaded: 'Não foi possível carregar as funções dos novos utilizadores',
    defaultRole: 'Função predefinida',
    defaultHint: 'Para quem é criado sem um grupo abaixo.',
    byGroup: 'Funções por grupo',
    byGroupHint:
      'Grupos pelos nomes que o fornecedor de identidade envia, sem distinguir maiúsculas. Com o início de sessão único, substituem a função predefinida quando um utilizador é criado; o SCIM adiciona-as cada vez que envia membros.',
    group: 'Grupo {{count}}',
    groupExample: 'Analistas',
    role: 'Função do grupo {{count}}',
    add: 'Adicionar um grupo',
    remove: 'Remover o grupo {{count}}',
    administrators: 'Pode mudar como os administradores entram',
    administratorsHint:
      'Deixa o SCIM, e chaves limitadas a grupos de operações, mudar endereços, palavras-passe e segundos fatores de administradores, nomear administradores e configurar fornecedores de identidade. Quem tem uma chave assim pode tornar-se administrador.',
  },
  scim: {
    title: 'Provisionamento por SCIM',
    hint: 'Um fornecedor de identidade que fala SCIM 2.0 cria, altera e desativa utilizadores e grupos. Quem é desativado fica de fora no pedido seguinte.',
    address: 'Endereço base',
    token:
      'O token do fornecedor é uma chave de API de um administrador que alcança todas as implantações. Ela age em seu nome e termina com o seu utilizador.',
    newKey: 'Nova chave para o SCIM',
    keyName: 'Provisionamento por SCIM',
  },
};
