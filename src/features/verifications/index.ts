export {
  deleteVerificationFile,
  findVerificationFileRefusal,
  prepareVerificationFile,
} from "./files/prepare-verification-file";
export { countPendingVerifications, isPendingVerificationSql } from "./queries";
