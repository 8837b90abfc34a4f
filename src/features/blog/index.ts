export { erasePostsOf } from "./erase";
export { postsExport } from "./export";
export { findPublishedPost } from "./find-post";
export {
  arePicturesPublic,
  blogPictureKey,
  pictureExists,
  prepareBlogPicture,
  removeBlogPicture,
} from "./pictures";
export { LatestPosts } from "./post-cards";
export { findPostsInState } from "./posts-in-state";
export { latestPosts, type PostCard } from "./queries";
export { postListsForSitemap, postsForSitemap, postsStamp, postYears, type SitemapPost } from "./sitemap";
export { wirePost } from "./wire-post";
