export { findDeletableAccount } from "./links/verify-email";
export { invalidateTokensStatement, invalidToken, issueToken } from "./one-time-token";
export { hashNewPassword } from "./password/new-password";
export { eraseAccountStatements, exportAccount, exportTemporaryRows } from "./personal-data";
export { findAccountByEmail } from "./queries";
export { CONFIRMED_CALL, verifyCurrentPassword, wrongPassword } from "./sign-in/confirm-password";
export { createSpecialUser } from "./sign-up/create-special-user";
export { sweepAuthRows } from "./sweep";
