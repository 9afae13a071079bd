import { DuckDBInstance } from '@duckdb/node-api';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** One flight: departure, minutes late, miles, from, to. */
export type Flight = readonly [
  departure: string,
  delay: number,
  miles: number,
  origin: string,
  destination: string,
];

/** Few enough to be counted by hand. The last one leaves from a state that the tests' viewers do not see. */
export const FLIGHTS: readonly Flight[] = [
  ['2001-01-01 08:00', 0, 300, 'SFO', 'LAX'],
  ['2001-01-01 23:30', 5, 300, 'SFO', 'LAX'],
  ['2001-01-02 09:00', 20, 600, 'SFO', 'SEA'],
  ['2001-01-02 12:00', 70, 600, 'LAX', 'SEA'],
  ['2001-01-03 10:00', -3, 2500, 'LAX', 'JFK'],
  ['2001-01-03 18:00', 10, 2500, 'SEA', 'JFK'],
  ['2001-02-01 08:00', 0, 900, 'SEA', 'SFO'],
  ['2001-01-01 07:00', 0, 900, 'JFK', 'SFO'],
];

const AIRPORTS = [
  ['SFO', 'San Francisco International', 'San Francisco', 'CA', 37.619, -122.3748],
  ['LAX', 'Los Angeles International', 'Los Angeles', 'CA', 33.9425, -118.4081],
  ['SEA', 'Seattle-Tacoma Intl', 'Seattle', 'WA', 47.4499, -122.3118],
  ['JFK', 'John F Kennedy Intl', 'New York', 'NY', 40.6398, -73.7787],
] as const;

/** Puts a file of these flights in the place of the demo's; a first start takes the file that it finds. */
export async function writeFlights(dataDir: string, flights: readonly Flight[] = FLIGHTS): Promise<void> {
  const file = join(dataDir, 'demo', 'flights.duckdb');
  const next = `${file}.next`;
  await mkdir(dirname(file), { recursive: true });
  const instance = await DuckDBInstance.create(next);
  const connection = await instance.connect();
  await connection.run(`
    create table flights as select * from (values ${flights.map(flightRow).join(', ')})
      as flights(id, departure, delay, distance, origin, destination)`);
  await connection.run(`
    create table airports as
      select iata, name, city, state, 'USA' as country, latitude::double as latitude, longitude::double as longitude
      from (values ${AIRPORTS.map(airportRow).join(', ')}) as airports(iata, name, city, state, latitude, longitude)`);
  connection.closeSync();
  instance.closeSync();
  await rename(next, file);
}

const text = (value: string) => `'${value}'`;
const row = (values: readonly string[]) => `(${values.join(', ')})`;

const airportRow = (airport: (typeof AIRPORTS)[number]) =>
  row(airport.map((value) => (typeof value === 'string' ? text(value) : String(value))));

function flightRow([departure, delay, miles, origin, destination]: Flight, index: number): string {
  return row([
    String(index + 1),
    `timestamp '${departure}'`,
    String(delay),
    String(miles),
    text(origin),
    text(destination),
  ]);
}
