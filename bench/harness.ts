/** One figure: ours against a peer or a physical floor, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly ours: number;
  readonly other: number;
  /** What `other` is, for example `JSON.parse` or `pi 0.73.1`. */
  readonly peer: string;
  readonly unit: string;
  /** ours / other, unless `goal` says otherwise. */
  readonly ratio: number;
  readonly goal: string;
  readonly met: boolean;
}

export interface AreaOptions {
  /** Short form for CI: fewer rounds, smaller inputs, no heavy peers. */
  readonly short: boolean;
  /** Folder with retrieval data, for `discovery`. */
  readonly data: string | undefined;
}

export type Area = (options: AreaOptions) => Promise<readonly Row[]>;

/**
 * Runs the alternatives interleaved, round after round, and gives each one's median in milliseconds per call:
 * noise that comes and goes hits all of them alike.
 */
export async function interleaved<Name extends string>(
  alternatives: Readonly<Record<Name, () => unknown>>,
  options: { readonly rounds: number; readonly callsPerRound: number },
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(alternatives) as Name[];
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (const name of names) await alternatives[name]();
  for (let round = 0; round < options.rounds; round += 1) {
    for (const name of names) {
      const work = alternatives[name];
      const start = performance.now();
      for (let call = 0; call < options.callsPerRound; call += 1) {
        const result = work();
        if (result instanceof Promise) await result;
      }
      samples.get(name)?.push((performance.now() - start) / options.callsPerRound);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

export function ratioRow(row: Omit<Row, "ratio" | "met" | "goal"> & { readonly atMost: number }): Row {
  const { atMost, ...rest } = row;
  const ratio = row.ours / row.other;
  return { ...rest, ratio, goal: `ratio <= ${atMost}`, met: ratio <= atMost };
}
