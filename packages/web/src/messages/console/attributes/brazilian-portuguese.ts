import type { Translation } from '../../translation/translation.ts';
import type { attributesEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const attributesBrazilianPortuguese: Translation<typeof attributesEnglish> = {
  attributes: {
    title: 'Atributos',
    hint: 'Fatos sobre usuários lidos pelas políticas de acesso e pelos filtros dos modelos de dados, como uma região.',
    create: 'Novo atributo',
    none: 'Ainda não há atributos',
    noneText:
      'Com um atributo, uma só política de acesso mostra a cada usuário as linhas da sua região, loja ou cliente.',
    unloaded: 'Não foi possível carregar os atributos',
    noDefault: 'Nenhum',
    editNamed: 'Editar {{name}}',
    ofUser: 'Atributos de {{name}}',
    noneToSet: 'A conta ainda não tem atributos. Eles são criados na página Atributos.',
    column: {
      name: 'Atributo',
      type: 'Tipo',
      default: 'Padrão',
      actions: 'Ações',
    },
    type: {
      string: 'Texto',
      number: 'Número',
      boolean: 'Verdadeiro ou falso',
      string_array: 'Lista de textos',
      number_array: 'Lista de números',
    },
    valueHint: {
      string: 'Um texto. Vazio para nenhum.',
      number: 'Um número. Vazio para nenhum.',
      boolean: 'true ou false. Vazio para nenhum.',
      string_array: 'Textos separados por vírgulas. Vazio para nenhum.',
      number_array: 'Números separados por vírgulas. Vazio para nenhum.',
    },
    form: {
      create: 'Novo atributo',
      edit: 'Editar {{name}}',
      name: 'Nome',
      nameHint: 'Como os modelos o escrevem: userAttributes.NAME. Não pode ser mudado depois.',
      type: 'Tipo',
      displayName: 'Nome de exibição',
      description: 'Descrição',
      default: 'Padrão',
    },
  },
};
