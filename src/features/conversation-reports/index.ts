export { CONVERSATIONS } from "./conversations-kind";
