/** Memory in KiB, and passes over it. There is one lane: an isolate has one thread. */
export type Argon2Cost = { m: number; t: number };

/** @returns a tag of this many bytes */
export type Argon2id = (
  password: Uint8Array,
  salt: Uint8Array,
  cost: Argon2Cost,
  bytes: number,
) => Promise<Uint8Array>;

/** The C reference implementation, compiled with SIMD. Each buffer is an address and a number of bytes. */
type Exports = {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  free(address: number): void;
  argon2_hash(
    t: number,
    m: number,
    lanes: number,
    password: number,
    passwordBytes: number,
    salt: number,
    saltBytes: number,
    tag: number,
    tagBytes: number,
    encodedHash: number,
    encodedBytes: number,
    type: number,
    version: number,
  ): number;
};

const LANES = 1;
const ARGON2ID = 2;
const VERSION = 0x13;
const NO_ENCODED_HASH = 0;

/**
 * Calls argon2/argon2.wasm, a file of the npm package @phi-ag/argon2 0.5.28 (MIT, github.com/phi-ag/argon2) with SHA-256
 * 38f461d188b5dc980881ed92f9ecc12473e9206a588625e3ef0c4c5125dc85b1. The package's JavaScript passes the number of UTF-16
 * units as the number of bytes, so it ignores the end of a password with diacritics.
 *
 * The instance is held weakly. WebAssembly memory (16 MiB and more) never shrinks, so a permanent instance would take
 * it for good. A new one for each hash would be worse: V8 does not count this memory, and collects too late.
 */
export function createArgon2id(loadModule: () => Promise<WebAssembly.Module>): Argon2id {
  let lastInstance: WeakRef<WebAssembly.Instance> | null = null;

  function getExports(module: WebAssembly.Module): Exports {
    const known = lastInstance?.deref();
    if (known) return known.exports as Exports;
    const instance = new WebAssembly.Instance(module);
    const exports = instance.exports as Exports;
    exports._initialize();
    lastInstance = new WeakRef(instance);
    return exports;
  }

  return async (password, salt, { m, t }, bytes) => {
    const { memory, malloc, free, argon2_hash } = getExports(await loadModule());
    const length = password.length + salt.length + bytes;
    const start = malloc(length);
    const [saltStart, tagStart] = [start + password.length, start + password.length + salt.length];
    // The buffer is another one after the memory has grown.
    const view = () => new Uint8Array(memory.buffer, start, length);
    view().set(password);
    view().set(salt, password.length);
    const failure = argon2_hash(
      t,
      m,
      LANES,
      start,
      password.length,
      saltStart,
      salt.length,
      tagStart,
      bytes,
      NO_ENCODED_HASH,
      0,
      ARGON2ID,
      VERSION,
    );
    const tag = view().slice(-bytes);
    view().fill(0);
    free(start);
    if (failure !== 0) throw new Error(`Argon2 failed with code ${failure}`);
    return tag;
  };
}
