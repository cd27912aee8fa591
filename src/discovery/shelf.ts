import { type EntryTexts, entryWords } from "./entry.js";
import { LexicalIndex } from "./lexical-index.js";

/** The skills of an index without their vectors. A slot is a skill's place for as long as it stays. */
export class Shelf {
  readonly words = new LexicalIndex();
  /** Slots with learned examples: always looked at twice, however far their description is. */
  readonly learned = new Set<number>();
  readonly #slots = new Map<string, number>();
  readonly #entries: (EntryTexts | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#slots.size;
  }

  ids(): readonly string[] {
    return [...this.#slots.keys()].sort();
  }

  entryAt(slot: number): EntryTexts {
    const entry = this.#entries[slot];
    if (entry === undefined) throw new RangeError(`Slot ${slot} is empty.`);
    return entry;
  }

  entryOf(id: string): EntryTexts | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.#entries[slot];
  }

  /** Slots in the order of their ids: the same however the index came about. */
  slots(): readonly number[] {
    return this.slotsOf(this.#slots.keys());
  }

  /** Slots of those of the ids that are there, in the order of their ids. */
  slotsOf(ids: Iterable<string>): readonly number[] {
    return [...new Set(ids)].sort().flatMap((id) => this.#slots.get(id) ?? []);
  }

  /** Puts the entry in place of an older one with its id; returns the slot. */
  store(entry: EntryTexts): number {
    this.drop(entry.skill.id);
    const slot = this.#free.pop() ?? this.#entries.length;
    this.#slots.set(entry.skill.id, slot);
    this.#entries[slot] = entry;
    this.words.add(slot, entryWords(entry));
    if (entry.examples.length > 0) this.learned.add(slot);
    return slot;
  }

  /** Takes the skill out; returns the slot that became free. */
  drop(id: string): number | undefined {
    const slot = this.#slots.get(id);
    if (slot === undefined) return undefined;
    this.#slots.delete(id);
    this.#entries[slot] = undefined;
    this.words.remove(slot);
    this.learned.delete(slot);
    this.#free.push(slot);
    return slot;
  }
}
