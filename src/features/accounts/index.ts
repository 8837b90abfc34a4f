export { sweepExpired } from "./sweep-expired";
