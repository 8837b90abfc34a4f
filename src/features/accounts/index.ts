export { confirmPassword } from "./confirm-password";
export { limitKey } from "./limits";
export { hashNewPassword } from "./new-password";
export { issueToken } from "./one-time-token";
export { sweepExpired } from "./sweep-expired";
