import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("src/platform/argon2/argon2.wasm is the file of the package that src/platform/argon2id.ts names", () => {
  const digest = createHash("sha256").update(readFileSync("src/platform/argon2/argon2.wasm")).digest("hex");
  expect(digest).toBe("38f461d188b5dc980881ed92f9ecc12473e9206a588625e3ef0c4c5125dc85b1");
});
