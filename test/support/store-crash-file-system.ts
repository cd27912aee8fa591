import { constants } from "node:fs";
import { basename, dirname } from "node:path";
import type { FileStatus, FileSystem } from "../../src/node/file-system.js";

interface Inode {
  readonly id: number;
  readonly directory: boolean;
  data: Buffer;
  /** What the disk surely has of it. */
  durable: Buffer;
  mtimeNs: bigint;
}

/** One atomic change of a directory: names that appear (with their inode) and names that go. */
interface DirectoryChange {
  readonly set: readonly (readonly [name: string, inode: number])[];
  readonly remove: readonly string[];
}

interface Directory {
  entries: Map<string, number>;
  durable: Map<string, number>;
  /** Since the last synchronisation; a crash keeps any subset. */
  pending: DirectoryChange[];
}

/** What a disk holds after a crash: absolute path to content; directories are `null`. */
export type DiskImage = ReadonlyMap<string, string | null>;

/**
 * Of this many newest changes of a directory every subset is tried; older ones happened. What goes wrong in
 * practice needs three operations or fewer after a synchronisation.
 */
const FREE_CHANGES = 8;

/**
 * A file system in memory that knows what a power loss may leave: file content that was not synchronised is
 * empty, half there or whole, and of the directory changes that were not synchronised, any subset happened.
 */
export class CrashFileSystem implements FileSystem {
  /** Called after every operation that changes anything. */
  onChange: () => void = () => undefined;
  /** Which promises of the disk to break, to see that the model notices. */
  lies: ReadonlySet<"file-sync" | "directory-sync"> = new Set();

  readonly #inodes = new Map<number, Inode>();
  readonly #directories = new Map<number, Directory>();
  readonly #open = new Map<number, { readonly inode: number; position: number }>();
  #nextInode = 1;
  #nextDescriptor = 100;
  #clock = 1_000_000_000n;

  constructor(image: DiskImage = new Map()) {
    this.#newInode(true);
    for (const [path, content] of [...image].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const inode = this.#newInode(content === null);
      inode.data = Buffer.from(content ?? "");
      inode.durable = inode.data;
      const parent = this.#directoryAt(dirname(path));
      parent.entries.set(basename(path), inode.id);
      parent.durable.set(basename(path), inode.id);
    }
  }

  open(path: string, flags: number): number {
    const found = this.#find(path);
    if ((flags & constants.O_CREAT) !== 0) {
      if (found !== undefined) throw errno("EEXIST", path);
      const inode = this.#newInode(false);
      this.#change(dirname(path), { set: [[basename(path), inode.id]], remove: [] });
      return this.#descriptor(inode.id);
    }
    if (found === undefined) throw errno("ENOENT", path);
    return this.#descriptor(found.id);
  }
  close(descriptor: number): void {
    this.#open.delete(descriptor);
  }
  write(descriptor: number, bytes: Uint8Array, offset: number): number {
    const inode = this.#inodeOf(descriptor);
    // In two steps, so that a crash in the middle of writing is among the states.
    const length = Math.ceil((bytes.length - offset) / 2);
    inode.data = Buffer.concat([inode.data, bytes.subarray(offset, offset + length)]);
    this.#tick(inode);
    return length;
  }
  readAll(descriptor: number): Buffer {
    return this.#inodeOf(descriptor).data;
  }
  statusOf(descriptor: number): FileStatus {
    return this.#status(this.#inodeOf(descriptor));
  }
  statusAt(path: string): FileStatus | undefined {
    const inode = this.#find(path);
    return inode === undefined ? undefined : this.#status(inode);
  }
  touch(descriptor: number): void {
    this.#tick(this.#inodeOf(descriptor));
  }
  link(existing: string, path: string): void {
    const inode = this.#find(existing);
    if (inode === undefined) throw errno("ENOENT", existing);
    if (this.#find(path) !== undefined) throw errno("EEXIST", path);
    this.#change(dirname(path), { set: [[basename(path), inode.id]], remove: [] });
  }
  rename(from: string, to: string): void {
    const inode = this.#find(from);
    if (inode === undefined) throw errno("ENOENT", from);
    this.#change(dirname(to), { set: [[basename(to), inode.id]], remove: [basename(from)] });
  }
  unlink(path: string): void {
    if (this.#find(path) === undefined) throw errno("ENOENT", path);
    this.#change(dirname(path), { set: [], remove: [basename(path)] });
  }
  makeDirectory(path: string): void {
    if (this.#find(path) !== undefined) throw errno("EEXIST", path);
    const inode = this.#newInode(true);
    this.#change(dirname(path), { set: [[basename(path), inode.id]], remove: [] });
  }
  list(path: string) {
    return [...this.#directoryAt(path).entries].map(([name, id]) => {
      const directory = this.#inodes.get(id)?.directory === true;
      return { name, isFile: () => !directory, isDirectory: () => directory };
    });
  }
  async sync(descriptor: number): Promise<void> {
    const inode = this.#inodeOf(descriptor);
    const directory = this.#directories.get(inode.id);
    if (directory !== undefined) {
      if (this.lies.has("directory-sync")) return;
      directory.durable = new Map(directory.entries);
      directory.pending = [];
    } else if (!this.lies.has("file-sync")) inode.durable = inode.data;
    this.onChange();
  }

  /** Every disk that a power loss at this moment may leave. */
  *crashes(): Generator<DiskImage> {
    const directories = [...this.#directories];
    const choices = directories.map(([, { pending }]) => 2 ** Math.min(pending.length, FREE_CHANGES));
    const total = choices.reduce((product, count) => product * count, 1);
    for (let choice = 0; choice < total; choice += 1) {
      let rest = choice;
      const entries = new Map<number, Map<string, number>>();
      for (const [index, [id, directory]] of directories.entries()) {
        const count = choices[index] ?? 1;
        const older = 2 ** Math.max(0, directory.pending.length - FREE_CHANGES);
        entries.set(id, survivors(directory, (rest % count) * older + older - 1));
        rest = Math.floor(rest / count);
      }
      yield* this.#images(entries);
    }
  }

  *#images(entries: ReadonlyMap<number, ReadonlyMap<string, number>>): Generator<DiskImage> {
    const places: [path: string, inode: Inode][] = [];
    const visit = (id: number, path: string): void => {
      for (const [name, child] of entries.get(id) ?? []) {
        const inode = this.#inodes.get(child);
        if (inode === undefined) continue;
        places.push([`${path}/${name}`, inode]);
        if (inode.directory) visit(child, `${path}/${name}`);
      }
    };
    visit(1, "");
    const unsure = [...new Set(places.map(([, inode]) => inode))].filter(
      (inode) => inode.data !== inode.durable,
    );
    for (let choice = 0; choice < 3 ** unsure.length; choice += 1) {
      const content = new Map(
        unsure.map((inode, index) => {
          const part = Math.floor(choice / 3 ** index) % 3;
          const half = inode.data.subarray(0, inode.data.length >> 1);
          return [inode, part === 0 ? inode.durable : part === 1 ? half : inode.data] as const;
        }),
      );
      yield new Map(
        places.map(([path, inode]) => [
          path,
          inode.directory ? null : (content.get(inode) ?? inode.data).toString("utf8"),
        ]),
      );
    }
  }

  #newInode(directory: boolean): Inode {
    const empty = Buffer.alloc(0);
    const inode: Inode = {
      id: this.#nextInode++,
      directory,
      data: empty,
      durable: empty,
      mtimeNs: this.#clock++,
    };
    this.#inodes.set(inode.id, inode);
    if (directory) this.#directories.set(inode.id, { entries: new Map(), durable: new Map(), pending: [] });
    return inode;
  }
  #descriptor(inode: number): number {
    this.#open.set(this.#nextDescriptor, { inode, position: 0 });
    return this.#nextDescriptor++;
  }
  #inodeOf(descriptor: number): Inode {
    const inode = this.#inodes.get(this.#open.get(descriptor)?.inode ?? 0);
    if (inode === undefined) throw errno("EBADF", String(descriptor));
    return inode;
  }
  #find(path: string): Inode | undefined {
    let inode = this.#inodes.get(1);
    for (const name of path.split("/").filter((part) => part !== "" && part !== ".")) {
      const next = inode === undefined ? undefined : this.#directories.get(inode.id)?.entries.get(name);
      inode = next === undefined ? undefined : this.#inodes.get(next);
    }
    return inode;
  }
  #directoryAt(path: string): Directory {
    const directory = this.#directories.get(this.#find(path)?.id ?? 0);
    if (directory === undefined) throw errno("ENOENT", path);
    return directory;
  }
  #change(path: string, change: DirectoryChange): void {
    const directory = this.#directoryAt(path);
    apply(directory.entries, change);
    directory.pending.push(change);
    this.onChange();
  }
  #tick(inode: Inode): void {
    inode.mtimeNs = this.#clock++;
    this.onChange();
  }
  #status(inode: Inode): FileStatus {
    let links = 0n;
    for (const { entries } of this.#directories.values()) {
      for (const id of entries.values()) if (id === inode.id) links += 1n;
    }
    return {
      dev: 1n,
      ino: BigInt(inode.id),
      size: BigInt(inode.data.length),
      mtimeNs: inode.mtimeNs,
      nlink: links,
      mode: 0o700n,
      isFile: () => !inode.directory,
      isDirectory: () => inode.directory,
      isSymbolicLink: () => false,
    };
  }
}

function survivors(directory: Directory, subset: number): Map<string, number> {
  const entries = new Map(directory.durable);
  for (const [index, change] of directory.pending.entries()) {
    if (Math.floor(subset / 2 ** index) % 2 === 1) apply(entries, change);
  }
  return entries;
}

function apply(entries: Map<string, number>, { set, remove }: DirectoryChange): void {
  for (const name of remove) entries.delete(name);
  for (const [name, inode] of set) entries.set(name, inode);
}

function errno(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
