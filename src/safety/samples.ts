import type { Hit } from "./rules.js";

const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|testdata|test[-_]data|mocks?|__mocks__|snapshots?|__snapshots__)\/|(?:^|\/)(?:test_[\w.-]+|conftest)\.py$|[._-](?:test|spec)\.\w{1,4}$|_test\.(?:go|py|rb)$|\.(?:bats|snap)$/i;

/**
 * What stands in a test is there to be refused, compared or cleaned up. A script can be called a test and run all the
 * same, so it is shown to a person, but does not block.
 */
export function asSamples(hits: readonly Hit[], file: string): readonly Hit[] {
  return TEST_FILE.test(file) ? hits.map((hit): Hit => ({ ...hit, severity: "warn" })) : hits;
}
