import type { ModelFile } from '@oriel/semantic';

/**
 * A model of so many cubes, one file each, and a view over the first three. Every cube is joined to the next, and has 12
 * dimensions, 9 measures and 2 segments with the references that authors write: to its own members and to its neighbour's.
 */
export function generateModel(cubes: number): ModelFile[] {
  return [
    ...Array.from({ length: cubes }, (_, index) => ({
      path: `cubes/fact_${index}.yml`,
      content: cubeFile(index, index + 1 < cubes),
    })),
    { path: 'views/overview.yml', content: VIEW },
  ];
}

const VIEW = `
views:
  - name: overview
    description: What the dashboards show.
    cubes:
      - { join_path: fact_0, includes: '*' }
      - { join_path: fact_0.fact_1, includes: [region, amount], prefix: true }
      - { join_path: fact_0.fact_1.fact_2, includes: '*', excludes: [note], prefix: true }
    folders:
      - { name: Amounts, includes: [amount, average, fact_1_amount] }
`;

function cubeFile(index: number, hasNext: boolean): string {
  const next = `fact_${index + 1}`;
  return `
cubes:
  - name: fact_${index}
    sql_table: warehouse.fact_${index}
    description: The ${index}th table of the warehouse.
${hasNext ? `    joins:\n      - { name: ${next}, relationship: many_to_one, sql: '{CUBE}.next_id = {${next}.id}' }` : ''}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string, description: Where it happened }
      - { name: status, sql: status, type: string }
      - { name: channel, sql: '{CUBE}.channel', type: string }
      - { name: note, sql: "coalesce({CUBE}.note, '')", type: string, public: false }
      - { name: price, sql: price, type: number, format: currency }
      - { name: discount, sql: '{price} * 0.1', type: number }
      - { name: is_new, sql: "{CUBE}.created_at > '2024-01-01'", type: boolean }
      - name: size
        type: string
        case:
          when:
            - { sql: '{price} > 100', label: large }
            - { sql: '{price} > 10', label: medium }
          else: { label: small }
      - name: created_at
        sql: created_at
        type: time
        granularities:
          - { name: sunday_week, interval: 1 week, offset: -1 day }
      - { name: closed_at, sql: closed_at, type: time }
      - { name: neighbour, sql: '${hasNext ? `{${next}.region}` : 'region'}', type: string }
    segments:
      - { name: open, sql: "{CUBE}.status = 'open'" }
      - { name: recent, sql: "{created_at} > '2024-01-01'" }
    measures:
      - { name: count, type: count, drill_members: [id, region, status] }
      - { name: amount, type: sum, sql: '{price}', format: currency }
      - { name: average, type: avg, sql: price }
      - { name: largest, type: max, sql: price }
      - { name: regions, type: count_distinct, sql: region }
      - { name: open_amount, type: sum, sql: price, filters: [{ sql: "{status} = 'open'" }] }
      - { name: open_share, type: number, sql: '1.0 * {open_amount} / nullif({amount}, 0)', format: percent }
      - { name: moving, type: sum, sql: price, rolling_window: { trailing: 7 day } }
      - { name: per_neighbour, type: number, sql: '${hasNext ? `{amount} / nullif({${next}.count}, 0)` : '{amount}'}' }
`;
}
