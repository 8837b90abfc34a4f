export { findDeletableAccount } from "./links/verify-email";
export { invalidateTokensStatement, invalidToken, issueToken } from "./one-time-token";
export { hashNewPassword } from "./password/hash-new-password";
export { eraseAccountStatements, exportAccount, exportTemporaryRows } from "./personal-data";
export { findAccountByEmail, findCredentials } from "./queries";
export {
  CONFIRMED_CALL,
  confirmNewAdmin,
  verifyCurrentPassword,
  wrongPassword,
} from "./sign-in/confirm-password";
export { signOut } from "./sign-in/sign-out";
export type { SignedIn, SignInBrowser } from "./sign-in/start-session";
export { createSpecialUser } from "./sign-up/create-special-user";
export { signUpInvited } from "./sign-up/sign-up-invited";
export { SignUpConsent } from "./sign-up/sign-up-page";
export { sweepAuthRows } from "./sweep";
export { checkCode } from "./two-step/check-code";
export { createKey, decryptKey, encryptKey, findTimeStep, toKeyUri } from "./two-step/key";
export { createRecoveryCodes, hashRecoveryCode } from "./two-step/recovery-codes";
