import type { Translation } from '../../translation/translation.ts';
import type { deploymentsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const deploymentsBrazilianPortuguese: Translation<typeof deploymentsEnglish> = {
  deployments: {
    unloaded: 'Não foi possível carregar as suas implantações',
    none: 'Ainda não há implantações',
    noneText:
      'Uma implantação tem um modelo de dados próprio e uma área de trabalho sobre ele. Crie a primeira; ela começa com um modelo vazio.',
    noneOfYours: 'Nenhuma implantação está aberta para você',
    noneOfYoursText: 'Um administrador desta conta pode dar acesso a uma ou criar uma para você.',
    create: {
      submit: 'Criar a implantação',
      title: 'Nova implantação',
      name: 'Nome',
      description: 'Do que se trata, como Vendas ou Voos',
      creating: 'Criando a implantação …',
      taken: 'Já existe uma implantação com este nome. Escolha outro.',
      required: 'É preciso um nome',
      tooLong: 'No máximo {{max, number}} caracteres',
    },
  },
};
