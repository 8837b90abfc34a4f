export { blogPictureKey, pictureExists, prepareBlogPicture, removeBlogPicture } from "./pictures";
