export { erasePicture, eraseProfile } from "./erase";
export { exportProfile } from "./export";
export { ownUser, ownUsers } from "./own-user";
export { findPicture, seesHiddenPicture } from "./picture-find";
export { profilePictureKey } from "./picture-keys";
export { mayChangePicture, preparePicture, removeProfilePicture } from "./picture-store";
export { TEACHER_SECTION } from "./profile-form";
export { teacherColumns } from "./teacher-columns";
