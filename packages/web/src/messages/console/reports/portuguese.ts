import type { Translation } from '../../translation/translation.ts';
import type { reportsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const reportsPortuguese: Translation<typeof reportsEnglish> = {
  python: {
    title: 'Python',
    run: 'Executar',
    ran: 'Executado em {{time}} sobre {{count, number}} linhas que {{name}} vê',
    ranByNobody: 'Executado em {{time}} sobre {{count, number}} linhas',
    shownToAll: 'Todos os que leem este relatório veem o que ele deixou.',
    never: 'Ainda não foi executado: são mostradas as linhas da consulta.',
    outdated: 'Desatualizado',
    outdatedText: 'O código ou a consulta mudou desde então. Execute de novo para ter as novas linhas.',
    failed: 'A execução falhou',
    keptText: 'O que a execução anterior deixou continua a ser mostrado.',
    printed: 'O que ele imprimiu',
    warned: 'Erros e avisos',
  },
};
