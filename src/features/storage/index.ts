export { eraseStorageRows, storageExport } from "./export";
export { sweepUploads } from "./sweep-uploads";
