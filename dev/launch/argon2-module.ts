import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The module that hashes passwords, for scripts outside workerd: they cannot import WebAssembly files. */
export const loadArgon2Module = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve("@phi-ag/argon2/argon2.wasm")));
