export { accountExport } from "./account-export";
export { confirmPassword } from "./confirm-password";
export { deviceName } from "./device-name";
export { eraseAccountRows } from "./erase-account-rows";
export { limitKey } from "./limits";
export { hashNewPassword } from "./new-password";
export { issueToken, voidTokens } from "./one-time-token";
export { findAccountByEmail } from "./queries";
export { sweepExpired } from "./sweep-expired";
