import { describe, test } from "vitest";
import { createInMemoryStore } from "../../src/in-memory/in-memory-store.js";
import { storeContract } from "../../src/testing/store-contract.js";

describe("the in-memory store keeps the store contract", () => {
  for (const { name, run } of storeContract(createInMemoryStore, { openAgain: (store) => store }))
    test(name, run);
});
