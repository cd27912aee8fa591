const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;
const MAXIMUM_LENGTH = 200;

/** True for keys that every store accepts: lower-case segments, slash-separated, nothing that could leave a directory. */
export function isStoreKey(key: string): boolean {
  return key.length <= MAXIMUM_LENGTH && KEY.test(key);
}
