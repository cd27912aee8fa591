import { type FileSystem, nodeFileSystem } from "../../src/node/file-system.js";

/** What happens at the chosen call. `short` lets one write take half of what it was given. */
export type Fault = "ENOSPC" | "EIO" | "EROFS" | "EACCES" | "EMFILE" | "short";

/** The real file system, except that call number `at` (from 1) fails; with `lasting`, all later ones too. */
export function faultyFileSystem(
  fault: Fault,
  at: number,
  lasting = false,
): FileSystem & { calls(): number } {
  let calls = 0;
  const fails = (): boolean => {
    calls += 1;
    return calls === at || (lasting && calls > at);
  };
  const injected = (method: string): Error =>
    Object.assign(new Error(`${fault}: injected into ${method}`), { code: fault });
  const refuse = (method: string): never => {
    throw injected(method);
  };
  const wrap =
    <Method extends keyof FileSystem>(method: Method) =>
    (...given: unknown[]): unknown => {
      const original = nodeFileSystem[method] as (...values: unknown[]) => unknown;
      if (!fails() || (fault === "short" && method !== "write")) return original(...given);
      // Linux frees the descriptor even when close reports an error.
      if (method === "close") original(...given);
      if (fault !== "short") return method === "sync" ? Promise.reject(injected(method)) : refuse(method);
      const [descriptor, bytes, offset] = given as [number, Uint8Array, number];
      return original(descriptor, bytes.subarray(0, offset + Math.ceil((bytes.length - offset) / 2)), offset);
    };
  const methods = Object.keys(nodeFileSystem) as (keyof FileSystem)[];
  const wrapped = Object.fromEntries(
    methods.map((method) => [method, wrap(method)]),
  ) as unknown as FileSystem;
  return { ...wrapped, calls: () => calls };
}
