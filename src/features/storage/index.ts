export { eraseStorageRows } from "./erase";
export { storageExport } from "./export";
export { processMediaDeletions } from "./process-media-deletions";
export { sweepUploads } from "./sweep-uploads";
