/** Registries ask clients to cache what they read; a flow reads the same documents several times. */
const MEMORY_MS = 30_000;
const MEMORY_ENTRIES = 64;

/** Remembers parsed answers for half a minute; failures are never remembered. */
export class AnswerMemory {
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly until: number; readonly value: unknown }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async remembered<T>(name: string, load: () => Promise<T>): Promise<T> {
    const known = this.#known.get(name);
    if (known !== undefined && known.until > this.#now()) return known.value as T;
    const value = await load();
    this.#known.delete(name);
    if (this.#known.size >= MEMORY_ENTRIES) {
      const oldest = this.#known.keys().next().value;
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(name, { until: this.#now() + MEMORY_MS, value });
    return value;
  }
}
