export { eraseStorageStatements, exportStorage } from "./personal-data";
export { processMediaDeletions, sweepUploads } from "./storage-jobs";
export { sweepOrphans } from "./sweep-orphans";
