import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths";

/** The module that hashes passwords, for scripts outside workerd: they cannot import WebAssembly files. */
export const loadArgon2Module = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(join(root, "src/platform/argon2/argon2.wasm")));
