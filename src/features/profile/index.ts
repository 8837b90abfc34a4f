export { eraseProfileRows, profileExport } from "./export";
export { ownUser } from "./own-user";
export { erasePicture } from "./picture-erase";
