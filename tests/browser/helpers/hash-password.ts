import { createPasswordHasher } from "@/platform/password-hasher";
import { loadArgon2Module } from "../../../dev/launch/argon2-module";

/** A cheap hash: the cost is minimal. */
export const hashPassword = createPasswordHasher({ cost: { m: 8, t: 1 }, loadModule: loadArgon2Module }).hash;
