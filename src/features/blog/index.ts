export { blogPictureKey, pictureExists, prepareBlogPicture, removeBlogPicture } from "./pictures";
export { LatestPosts } from "./post-cards";
export { findPostsInState } from "./posts-in-state";
export { latestPosts, type PostCard, visiblePost } from "./queries";
export { postsForSitemap } from "./sitemap";
export { wirePost } from "./wire-post";
