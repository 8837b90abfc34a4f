export { eraseStorage } from "./erase";
export { exportStorage } from "./export";
export { processMediaDeletions } from "./process-media-deletions";
export { sweepUploads } from "./sweep-uploads";
