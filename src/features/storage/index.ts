export { eraseStorageRows, storageExport } from "./export";
