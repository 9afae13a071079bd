/** What the benchmarks use of autocannon, which ships no types. */
declare module 'autocannon' {
  interface Client {
    /** The requests that this connection sends, over and over. */
    setRequests(requests: { body: string }[]): void;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds; or else an amount. */
    duration?: number;
    /** Requests after which it ends. */
    amount?: number;
    method?: 'GET' | 'POST';
    headers?: Record<string, string>;
    /** Called once for each connection. */
    setupClient?(client: Client): void;
  }
  interface Result {
    requests: { average: number; total: number };
    /** Seconds that it took. */
    duration: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
