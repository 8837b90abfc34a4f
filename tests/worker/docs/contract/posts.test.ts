import { READ_POSTS } from "./posts-read";
import { WRITE_POSTS } from "./posts-write";
import { proveCalls } from "./prove";

proveCalls("posts", { ...READ_POSTS, ...WRITE_POSTS });
