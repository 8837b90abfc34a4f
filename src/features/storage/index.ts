export { eraseStorageRows } from "./erase";
export { storageExport } from "./export";
export { sweepStaleMedia } from "./sweep-stale-media";
export { sweepUploads } from "./sweep-uploads";
