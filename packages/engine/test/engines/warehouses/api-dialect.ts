import type { ServerSourceConfig } from '../../../src/sources/connection/source-config.ts';
import type { Source } from '../../../src/sources/connection/source.ts';
import type { KeyPair } from '../certificates.ts';
import type { Answers, ApiAnswer, ApiRequest, FakeApi } from './fake-api.ts';

/** What a request asks for; a number is a page behind the first. */
type Asked = 'submit' | 'poll' | 'cancel' | number;

/** How an API says what all of them say, as its documentation has it. */
export interface ApiDialect {
  readonly product: string;
  /** A server that gives such answers, and by itself those that sources of the API ask for before statements. */
  start(answers: Answers, tls?: KeyPair): Promise<FakeApi>;
  /** A source of the API at a port of this machine, not encrypted unless the settings say so. */
  open(port: number, more?: Partial<ServerSourceConfig>): Source;
  /** What a request asks for; undefined for what is none of the API. */
  askedBy(request: ApiRequest): Asked | undefined;
  /** The statement runs. */
  running(): ApiAnswer;
  /** A page of integers in one column, of a result with so many pages; the first is 0. */
  rows(numbers: readonly number[], index: number, pages: number): ApiAnswer;
  /** The answer to a request to stop the statement. */
  stopped(): ApiAnswer;
  /** Who signs in is not known, or not any more. */
  unauthorized(): ApiAnswer;
  /** The secret that the source signs in with. */
  readonly secret: string;
}

/** Integers as the sources answer them, which are those of 64 bits. */
export const asRows = (numbers: readonly number[]): string[][] => numbers.map((number) => [String(number)]);
