export { changeUser } from "./change-user";
export { listUsers } from "./list-users";
export { UserEntry } from "./users-page";
